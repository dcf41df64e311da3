/* What the tests of the page's rules and search ask in the browser. */
'use strict';

const { Position, starts, pileIndex, pileName } = opendeal.rules;

function factsOf(position) {
  return {
    hands: position.hands,
    deck: position.deck,
    piles: position.piles,
    toPlay: position.toPlay,
    played: position.played,
    left: position.cardsLeft,
    minimum: position.minimum,
    mayEnd: position.mayEndTurn,
    canReach: position.canReachMinimum(),
    plays: position.plays(),
  };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Replay a game of Python's; null if all is the same, else where it differs. */
function replayedAsWell(game) {
  const found = starts(game.deal);
  if (!same(found.map(factsOf), game.starts)) return ['starts', found.map(factsOf), game.starts];
  let position = found[game.choice];
  for (const { facts, action } of game.steps) {
    if (!same(factsOf(position), facts)) return [factsOf(position), facts];
    for (const card of [...position.hands.flat(), ...position.deck]) {
      for (let pile = 0; pile < position.piles.length; pile += 1) {
        const legal = facts.plays.some((play) => same(play, [card, pile]));
        if ((position.whyNot(card, pile) === null) !== legal) return [card, pile, position.whyNot(card, pile)];
      }
    }
    if (action === '|') position = position.endTurn();
    else if (action) position = position.play(...action);
  }
  return null;
}

function answer(choices, goal, counted = false, budget = 1e6) {
  const search = opendeal.engines.tg1({ choices, goal, counted }, budget);
  let step = search.next();
  while (!step.done) step = search.next();
  return step.value;
}

/** Is the known value possible, and one less? The latter is null where nothing is less. */
function verdicts({ deal, truth }, objective) {
  const goal = (left, limit) => answer(starts(deal), { objective, left, limit }).verdict;
  if (objective === 'cards') {
    return [goal(truth.cards_left, Infinity), truth.cards_left ? goal(truth.cards_left - 1, Infinity) : null];
  }
  return [
    goal(truth.cards_left, truth[objective]),
    truth[objective] ? goal(truth.cards_left, truth[objective] - 1) : null,
  ];
}

function firstPlays({ deal, plays }) {
  return plays.map(([card, name]) => {
    const position = starts(deal).find((choice) => choice.hand.includes(card));
    const laid = position.play(card, pileIndex(deal.rules, name));
    return answer([laid], { objective: 'cards', left: 0, limit: Infinity }, true).verdict;
  });
}

function winningLine(deal) {
  const { verdict, line } = answer(starts(deal), { objective: 'cards', left: 0, limit: Infinity });
  if (verdict !== 'yes') return verdict;
  return line
    .map(({ player, plays, ended }) =>
      [
        `p${player}:`,
        ...plays.map(([card, pile]) => `${card}@${pileName(deal.rules, pile)}`),
        ...(ended ? ['|'] : []),
      ].join(' '),
    )
    .join(' ');
}

const undecided = (deal, budget) =>
  answer(starts(deal), { objective: 'cards', left: 0, limit: Infinity }, false, budget).verdict;

function isRefused(text) {
  try {
    opendeal.identifier.decode(text);
    return false;
  } catch (error) {
    return error instanceof opendeal.identifier.IdentifierError;
  }
}

// -- 6 nimmt! -------------------------------------------------------------------------------------------------------

const { Round, heads, resolve } = opendeal.nimmt;

const roundOf = ({ rows, hands, scripts, choices, taken }) => new Round(rows, hands, scripts, choices, taken);

/** The outcome of a turn in the form of the scenarios: rows count from 1. */
function resolved({ rows, cards, choices }) {
  const turn = resolve(rows, cards, () => choices.shift() - 1);
  const laid = turn.map(({ player, card, row, why, taken }) => {
    const bullheads = heads(taken);
    return { player, card, row: row + 1, why, taken, bullheads };
  });
  return { laid, rows: turn[turn.length - 1].rows };
}

/** The rounds that these cards, and rows for cards below all ends, lead through, as far as they are known. */
function roundsAfter({ deal, turns }) {
  let round = roundOf(deal);
  return turns.map(({ cards, row }) => {
    round = round.play(cards, row).after;
    return [round.rows, round.hands, round.scripts, round.choices, round.taken];
  });
}

function nimmtAnswer(question, budget = 1e6) {
  const search = opendeal.engines.sn1(question, budget);
  let step = search.next();
  while (!step.done) step = search.next();
  return step.value;
}

/** Whether the fewest, and one less, can be taken; what the search finds to be the fewest; and the line to it. */
function nimmtVerdicts({ deal, chosen, fewest }) {
  const round = roundOf(deal);
  const ask = (limit) => nimmtAnswer({ round, chosen, limit });
  const found = ask(fewest);
  const best = ask(null);
  return [found.verdict, ask(fewest - 1).verdict, best.fewest, found.line];
}
