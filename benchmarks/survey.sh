#!/usr/bin/env bash
# The survey that results/survey.md shows: bash benchmarks/survey.sh FILE [OPTION...], such as --jobs 2.
# It can be stopped and started again at any moment. The budgets are nodes, not seconds, so that the verdicts are the
# same everywhere; for those that stay undecided, run a line again with a larger one.
set -uo pipefail
file=$1
shift
options=("$@")
survey() { opendeal survey run --out "$file" "${options[@]}" "$@" || (($? == 3)) || exit; } # 3: some are undecided

survey --players 1-5 --seeds 0..9999
survey --rules always-two,expert --players 1-5 --seeds 0..299
survey --rules no-trick --players 3-5 --seeds 0..299 --max-nodes 2000000
survey --rules no-trick --players 2 --seeds 0..299 --max-nodes 500000
survey --rules no-trick --players 1 --seeds 0..299 --max-nodes 300000
survey --hand-size 3 --seeds 0..999
survey --hand-size 4 --seeds 0..999
survey --hand-size 5 --seeds 0..999 --memory 6000
survey --hand-size 6 --seeds 0..999 --max-nodes 1000000
survey --hand-size 7 --seeds 0..999 --max-nodes 3000000
for hand in 2 3 4 5; do survey --players 2-5 --hand-size "$hand" --seeds 0..99 --max-nodes 500000; done
survey --players 2 --hand-size 6 --seeds 0..299 --max-nodes 500000
survey --players 3-5 --hand-size 5 --seeds 0..299 --max-nodes 500000
survey --players 2-5 --hand-size 5 --seeds 0..99 --max-nodes 5000000
survey --players 3-5 --hand-size 4 --seeds 0..99 --max-nodes 5000000
