#!/usr/bin/env bash
# The survey that results/survey.md shows: bash benchmarks/survey.sh FILE [OPTION...], with --jobs N or --cluster ADDRESS.
# It can be stopped and started again at any moment. Node budgets, not times: so the verdicts are the same everywhere.
set -uo pipefail
file=$1
shift
deal() { opendeal survey run --out "$file" "${more[@]}" "$@" || (($? == 3)) || exit; } # 3: some deals are undecided
more=("$@")

deal --players 1-5 --seeds 0..9999
deal --rules always-two,expert --players 1-5 --seeds 0..299
deal --hand-size 3-4 --seeds 0..999
deal --hand-size 7 --seeds 0..999 --max-nodes 3000000
deal --rules no-trick --players 3-5 --seeds 0..299 --max-nodes 500000
deal --rules no-trick --players 2 --seeds 0..299 --max-nodes 500000
deal --hand-size 6 --seeds 0..299 --max-nodes 1000000
deal --hand-size 5 --seeds 0..99
deal --rules no-trick --players 1 --seeds 0..299 --max-nodes 300000
