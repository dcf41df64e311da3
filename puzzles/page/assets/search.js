/* An exact search: can a goal still be reached from a position, and by which line?
 *
 * A small copy of the layered search in solver/the_game/_kernel.pyx. Every play adds a card, so the positions after
 * k plays form layer k. Beams come first, wider and wider; one that never had to leave anything out was a complete
 * search.
 *
 * Ranks: the unplayed cards are numbered 1 … n; for descending piles mirrored, so that every pile goes up. A top
 * matters only through (R, L): R is the highest unplayed rank below it; L is e - 1 if the card `step` behind it is
 * unplayed and has rank e, else R. (R', L') is at least as good as (R, L) if both are equal or R' <= L: whatever
 * fits the second then fits the first, its trick as an ordinary play. "Lower is better" alone would be wrong, since
 * the trick of the higher top may win.
 *
 * Positions are compared within a group: who holds what, whose turn it is and how many cards were laid in it. A
 * group keeps its tops as numbers R << 7 | L, those of one direction sorted, as they are interchangeable.
 */
opendeal.workerPart(function (opendeal) {
  'use strict';

  const { Position, byNumber, handLimit } = opendeal.rules;

  const FIRST_WIDTH = 16;
  const WIDER = 4;
  /** Deals of at most so many cards begin with a beam that is wide enough to be the complete search, mostly. */
  const SMALL_DEAL = 30;
  const SMALL_WIDTH = 4096;
  /** Up to this width turns are hardly longer than the minimum, which finds most wins sooner. */
  const LAST_QUICK_WIDTH = 256;
  /** In sixteenths of a rank: what a trick in reach, a trick partner in hand, a turn and a trick used weigh. */
  const TRICK_BONUS = 6;
  const PARTNER_BONUS = 8;
  const COST_WEIGHTS = { cards: 0, turns: 256, tricks: 128 };
  /** Children that are made between two looks at the clock. */
  const SLICE = 20000;
  /** Comparisons that take as long as making one child. */
  const COMPARISONS = 50;
  /** Positions that are kept at a time; each takes about twenty bytes. */
  const MOST_KEPT = 4e6;

  function unplayedCards(position) {
    return [...position.hands.flat(), ...position.deck].sort(byNumber);
  }

  /** R << 7 | L of a top among these unplayed cards, which are sorted. */
  function lane(cards, step, top, ascending) {
    const behind = ascending ? top - step : top + step;
    let reach = 0;
    let partner = 0;
    cards.forEach((card, index) => {
      const rank = ascending ? index + 1 : cards.length - index;
      if (ascending ? card < top : card > top) reach = Math.max(reach, rank);
      if (step && card === behind) partner = rank;
    });
    return (reach << 7) | (partner ? partner - 1 : reach);
  }

  /** The budget is spent. */
  class Spent extends Error {}

  /**
   * What the search is to reach, counted from the position on: at most `left` cards unplayed, at a cost of at most
   * `limit` in the unit of the objective. `counted`: the turn under way has been counted already.
   */
  class Search {
    constructor(starts, goal, budget) {
      const [{ position }] = starts;
      const { rules, hands, deck } = position;
      this.goal = goal;
      this.budget = budget;
      this.spent = 0;
      this.nextPause = SLICE;
      this.starts = starts;
      this.rules = rules;
      this.players = hands.length;
      this.handLimit = handLimit(rules, this.players);
      this.cards = unplayedCards(position);
      this.n = this.cards.length;
      const ranks = new Map(this.cards.map((card, index) => [card, index + 1]));
      this.ranks = ranks;
      this.deck = deck.map((card) => ranks.get(card));
      // The rank exactly `step` lower, and higher; 0 if there is no such card.
      this.down = new Uint8Array(this.n + 2);
      this.up = new Uint8Array(this.n + 2);
      if (rules.step > 0) {
        for (const [card, rank] of ranks) {
          this.down[rank] = ranks.get(card - rules.step) || 0;
          this.up[rank] = ranks.get(card + rules.step) || 0;
        }
      }
      this.lanes = position.piles.length;
      this.rising = rules.ascending;
      this.target = this.n - goal.left;
      // Alone, a turn of twice the minimum m or more gains nothing over ending it after m: what remains makes a
      // turn of its own, and drawing earlier only adds choice. Shorter turns do matter: with one ascending pile, no
      // trick, hand 2 3 4, deck 6 7 5 and a minimum of 2, only 2 3 4 | 5 6 7 wins. Where turns are counted, any
      // length may matter.
      this.enough = this.players === 1 && goal.objective !== 'turns' ? rules.min_plays - 1 : Infinity;
    }

    // -- the ladder of beams --------------------------------------------------------------------------------------

    /** Search; yields the work done so far, in children, now and then, and returns { verdict, line }. */
    *run() {
      if (this.goal.limit < 0) return { verdict: 'no', line: null };
      if (this.target <= 0) return { verdict: 'yes', line: { start: 0, moves: [] } };
      let width = this.n <= SMALL_DEAL ? SMALL_WIDTH : FIRST_WIDTH;
      try {
        for (;;) {
          const quick = width <= LAST_QUICK_WIDTH;
          const slack = Math.min(this.enough, quick ? this.players - 1 : Infinity);
          const line = yield* this.beam(width, slack);
          if (line) return { verdict: 'yes', line };
          if (!this.truncated && slack === this.enough) return { verdict: 'no', line: null };
          // A quick beam that left nothing out was short of long turns only.
          width = this.truncated ? width * WIDER : LAST_QUICK_WIDTH * WIDER;
        }
      } catch (error) {
        if (error instanceof Spent) return { verdict: 'undecided', line: null };
        throw error;
      }
    }

    /** One beam. `slack`: how many cards beyond the minimum a turn may lay. Returns the line, or null. */
    *beam(width, slack) {
      this.truncated = false;
      this.history = [];
      this.keptAll = 0;
      let layer = yield* this.firstLayer();
      for (let depth = 0; depth < this.n; depth += 1) {
        const next = new Map();
        for (const group of layer) {
          this.expand(group, next, slack);
          yield* this.pause();
        }
        layer = yield* this.survivors([...next.values()], width);
        if (!layer.length) return null;
        if (depth + 1 >= this.target) return this.traced();
      }
      return null;
    }

    /** Gives way now and then, and ends the search when the budget is spent. */
    *pause() {
      if (this.spent >= this.budget) throw new Spent();
      if (this.spent >= this.nextPause) {
        this.nextPause = this.spent + SLICE;
        yield Math.floor(this.spent);
      }
    }

    *firstLayer() {
      const layer = new Map();
      this.starts.forEach(({ position, counted }, start) => {
        const least = position.deck.length ? this.rules.min_plays : this.rules.min_plays_empty;
        const hands = position.hands.map((hand) => hand.map((card) => this.ranks.get(card)));
        const drawn = this.deck.length - position.deck.length;
        // Plays beyond the minimum count for nothing.
        const played = Math.min(position.played, least);
        const group = this.group(
          layer,
          hands,
          drawn,
          position.toPlay,
          played,
          counted,
          new Unplayed(this, hands, drawn),
        );
        const tops = position.piles.map((top, pile) => lane(this.cards, this.rules.step, top, pile < this.rising));
        this.add(group, this.sorted(tops), 0, start, 0);
      });
      return yield* this.survivors([...layer.values()], Infinity);
    }

    sorted(tops) {
      const rising = tops.slice(0, this.rising).sort(byNumber);
      return [...rising, ...tops.slice(this.rising).sort(byNumber)];
    }

    // -- groups and their positions -------------------------------------------------------------------------------

    group(layer, hands, drawn, player, played, counted, unplayed) {
      let key = String.fromCharCode(drawn, player, played, counted ? 1 : 0);
      for (const hand of hands) key += String.fromCharCode(200, ...hand);
      let group = layer.get(key);
      if (group === undefined) {
        group = { hands, drawn, player, played, counted, unplayed, tops: [], costs: [], parents: [], moves: [] };
        layer.set(key, group);
      }
      return group;
    }

    add(group, tops, cost, parent, move) {
      for (const top of tops) group.tops.push(top);
      group.costs.push(cost);
      group.parents.push(parent);
      group.moves.push(move);
    }

    /** All children of a group, added to the groups of the next layer. */
    expand(group, next, slack) {
      const { hands, player, drawn } = group;
      const hand = hands[player];
      const left = this.deck.length - drawn;
      const least = left ? this.rules.min_plays : this.rules.min_plays_empty;
      const played = group.played + 1;
      for (const rank of hand) {
        const held = hands.slice();
        held[player] = hand.filter((other) => other !== rank);
        const rest = held[player].length;
        const mayEnd = played >= Math.min(least, played + rest);
        const unplayed = group.unplayed.without(rank);
        const families = [];
        if (rest > 0 && (!mayEnd || played < least + slack)) {
          // Alone the slack is counted; otherwise plays beyond the minimum count for nothing.
          const count = slack === Infinity ? Math.min(played, least) : played;
          families.push([this.group(next, held, drawn, player, count, true, unplayed), 0]);
        }
        if (mayEnd) families.push([this.afterTurn(next, held, drawn, player, unplayed), 1]);
        if (families.length) this.lay(group, rank, unplayed, families);
      }
    }

    /** The group after the turn has ended: drawn up, turns that cannot be played passed on. */
    afterTurn(next, held, drawn, player, unplayed) {
      const hands = held.slice();
      let taken = drawn;
      let turn = player;
      do {
        const more = this.deck.slice(taken, taken + Math.max(0, this.handLimit - hands[turn].length));
        if (more.length) hands[turn] = [...hands[turn], ...more].sort(byNumber);
        taken += more.length;
        turn = (turn + 1) % this.players;
      } while (!hands[turn].length && hands.some((hand) => hand.length));
      return this.group(next, hands, taken, turn, 0, false, unplayed);
    }

    /** Lay one card from all positions of a group on every pile that it fits. */
    lay(group, rank, unplayed, families) {
      const { lanes, rising, n } = this;
      const { objective, limit } = this.goal;
      const tops = new Array(lanes);
      const turnCost = objective === 'turns' && !group.counted ? 1 : 0;
      for (let entry = 0; entry < group.costs.length; entry += 1) {
        const first = group.first + entry;
        let before = -1;
        for (let lane = 0; lane < lanes; lane += 1) {
          const top = group.tops[entry * lanes + lane];
          // Equal tops of one direction lead to the same.
          const same = top === before && lane !== rising;
          before = top;
          if (same) continue;
          const up = lane < rising;
          const mine = up ? rank : n + 1 - rank;
          const reach = top >> 7;
          const edge = top & 127;
          const trick = mine <= reach;
          if (trick && !(edge < reach && mine === edge + 1)) continue;
          const cost = group.costs[entry] + (objective === 'tricks' ? (trick ? 1 : 0) : turnCost);
          if (cost > limit) continue;
          for (let other = 0; other < lanes; other += 1) {
            tops[other] =
              other === lane
                ? unplayed.newTop(rank, up)
                : unplayed.update(group.tops[entry * lanes + other], rank, other < rising);
          }
          this.sortLanes(tops);
          this.spent += 1;
          if (unplayed.dead(tops) > this.goal.left) continue;
          for (const [child, ends] of families) {
            if (objective === 'turns' && cost + this.turnsNeeded(child) > limit) continue;
            this.add(child, tops, cost, first, (rank << 9) | (ends << 8) | lane);
          }
        }
      }
    }

    /** No turn lays more than a full hand; a turn under way no more than is held. */
    turnsNeeded(group) {
      const cards = group.unplayed.count - this.goal.left - (group.counted ? group.hands[group.player].length : 0);
      return Math.max(0, Math.ceil(cards / this.handLimit));
    }

    sortLanes(tops) {
      const { rising, lanes } = this;
      for (let i = 1; i < lanes; i += 1) {
        const least = i < rising ? 0 : rising;
        for (let j = i; j > least && tops[j] < tops[j - 1]; j -= 1) [tops[j], tops[j - 1]] = [tops[j - 1], tops[j]];
      }
    }

    // -- what is kept of a layer ----------------------------------------------------------------------------------

    /** The groups with the positions that nothing dominates; of them the best `width` by score. */
    *survivors(groups, width) {
      let total = 0;
      for (const group of groups) {
        total += this.dropDominated(group);
        yield* this.pause();
      }
      if (total > width) {
        this.truncated = true;
        total = this.keepBest(groups, width);
      }
      this.keptAll += total;
      if (this.keptAll > MOST_KEPT) throw new Spent();
      const parents = new Uint32Array(total);
      const moves = new Uint32Array(total);
      const kept = groups.filter((group) => group.costs.length);
      let first = 0;
      for (const group of kept) {
        group.first = first;
        parents.set(group.parents, first);
        moves.set(group.moves, first);
        first += group.costs.length;
        group.parents = group.moves = null;
      }
      this.history.push({ parents, moves });
      return kept;
    }

    dropDominated(group) {
      const { lanes } = this;
      const { tops, costs } = group;
      const size = costs.length;
      if (size < 2) return size;
      const travel = new Float64Array(size);
      for (let entry = 0; entry < size; entry += 1) {
        for (let lane = 0; lane < lanes; lane += 1) travel[entry] += tops[entry * lanes + lane] >> 7;
      }
      // In this order a position comes after all that dominate it, but for some of equal travel.
      const order = Uint32Array.from(travel.keys()).sort(
        (a, b) => costs[a] - costs[b] || travel[a] - travel[b] || a - b,
      );
      const kept = [];
      for (const entry of order) {
        let beaten = false;
        let i = 0;
        for (; i < kept.length && !beaten; i += 1) beaten = this.dominates(tops, kept[i] * lanes, entry * lanes);
        if (!beaten) kept.push(entry);
        this.spent += i / COMPARISONS;
      }
      if (kept.length < size) this.pick(group, kept);
      return kept.length;
    }

    dominates(tops, a, b) {
      const { rising, lanes } = this;
      return this.covers(tops, a, b, 0, rising) && this.covers(tops, a, b, rising, lanes);
    }

    /** Is each pile of one direction at least as good? Two piles may be matched either way; more only in order. */
    covers(tops, a, b, from, to) {
      const better = (i, j) => {
        const first = tops[a + i];
        const second = tops[b + j];
        return first === second || first >> 7 <= (second & 127);
      };
      if (to - from === 2) {
        return (
          (better(from, from) && better(from + 1, from + 1)) || (better(from, from + 1) && better(from + 1, from))
        );
      }
      for (let lane = from; lane < to; lane += 1) if (!better(lane, lane)) return false;
      return true;
    }

    keepBest(groups, width) {
      const ranked = [];
      groups.forEach((group, index) => {
        const base = COST_WEIGHTS[this.goal.objective];
        const partners = PARTNER_BONUS * group.unplayed.partnersHeld(group.hands);
        for (let entry = 0; entry < group.costs.length; entry += 1) {
          let score = base * group.costs[entry] - partners;
          for (let lane = 0; lane < this.lanes; lane += 1) {
            const top = group.tops[entry * this.lanes + lane];
            score += 16 * (top >> 7) - (top >> 7 !== (top & 127) ? TRICK_BONUS : 0);
          }
          ranked.push({ score, index, entry });
        }
      });
      ranked.sort((a, b) => a.score - b.score || a.index - b.index || a.entry - b.entry);
      const chosen = groups.map(() => []);
      for (const { index, entry } of ranked.slice(0, width)) chosen[index].push(entry);
      groups.forEach((group, index) => this.pick(group, chosen[index]));
      return width;
    }

    pick(group, entries) {
      const { lanes } = this;
      const { tops, costs, parents, moves } = group;
      Object.assign(group, { tops: [], costs: [], parents: [], moves: [] });
      for (const entry of entries) {
        for (let lane = 0; lane < lanes; lane += 1) group.tops.push(tops[entry * lanes + lane]);
        group.costs.push(costs[entry]);
        group.parents.push(parents[entry]);
        group.moves.push(moves[entry]);
      }
    }

    // -- the line -------------------------------------------------------------------------------------------------

    /** How the first position of the last layer was reached: the start, and (card, place of the pile, turn ended). */
    traced() {
      let entry = 0;
      const moves = [];
      for (let depth = this.history.length - 1; depth > 0; depth -= 1) {
        const move = this.history[depth].moves[entry];
        moves.push({ card: this.cards[(move >> 9) - 1], place: move & 255, ends: ((move >> 8) & 1) === 1 });
        entry = this.history[depth].parents[entry];
      }
      return { start: this.history[0].parents[entry], moves: moves.reverse() };
    }
  }

  /** The unplayed cards of a group, and what follows from them for the tops. */
  class Unplayed {
    constructor(search, hands, drawn) {
      this.search = search;
      const has = new Uint8Array(search.n + 2);
      for (const hand of hands) for (const rank of hand) has[rank] = 1;
      for (const rank of search.deck.slice(drawn)) has[rank] = 1;
      this.fill(has);
    }

    /** The same without one card, worked out once. */
    without(rank) {
      this.children ??= new Map();
      let child = this.children.get(rank);
      if (!child) {
        const has = this.has.slice();
        has[rank] = 0;
        child = Object.create(Unplayed.prototype);
        child.search = this.search;
        child.fill(has);
        this.children.set(rank, child);
      }
      return child;
    }

    fill(has) {
      const { n } = this.search;
      this.has = has;
      this.below = new Uint8Array(n + 2); // the highest unplayed rank below this one, or 0
      this.above = new Uint8Array(n + 2); // the lowest unplayed rank above this one, mirrored, or 0
      this.upto = new Uint8Array(n + 2); // how many are unplayed up to this rank
      for (let rank = 1; rank <= n + 1; rank += 1) {
        this.below[rank] = has[rank - 1] ? rank - 1 : this.below[rank - 1];
        this.upto[rank] = this.upto[rank - 1] + has[rank];
      }
      this.above[n + 1] = 0;
      for (let rank = n; rank >= 0; rank -= 1) {
        this.above[rank] = rank < n && has[rank + 1] ? n - rank : this.above[rank + 1];
      }
      this.count = this.upto[n];
      this.lowest = new Int16Array(n + 2).fill(-1);
      this.highest = new Int16Array(n + 2).fill(-1);
    }

    /** R << 7 | L of the card of this rank as a top. */
    newTop(rank, up) {
      const { down, up: higher, n } = this.search;
      const reach = up ? this.below[rank] : this.above[rank];
      const partner = up ? down[rank] : higher[rank];
      const edge = partner && this.has[partner] ? (up ? partner : n + 1 - partner) - 1 : reach;
      return (reach << 7) | edge;
    }

    /** What a top of the position before becomes once the card of this rank is played. */
    update(top, rank, up) {
      const mine = up ? rank : this.search.n + 1 - rank;
      let reach = top >> 7;
      let edge = top & 127;
      const trick = edge < reach && edge + 1 !== mine;
      if (reach === mine) reach = up ? this.below[rank] : this.above[rank];
      if (!trick) edge = reach;
      return (reach << 7) | edge;
    }

    /**
     * How many unplayed cards no pile can ever take: between what the piles of the two directions can come back to.
     */
    dead(tops) {
      const { rising, lanes, n } = this.search;
      let low = n + 1;
      let high = 0;
      for (let lane = 0; lane < rising; lane += 1) low = Math.min(low, this.reachUp(tops[lane] & 127));
      for (let lane = rising; lane < lanes; lane += 1) high = Math.max(high, this.reachDown(tops[lane] & 127));
      // Ascending piles take what is above low, descending ones what is below high.
      return high <= low ? this.upto[Math.min(low, n)] - this.upto[Math.max(0, high - 1)] : 0;
    }

    /**
     * The lowest L that an ascending pile can come to from this one, by tricks on cards whose partner is unplayed.
     */
    reachUp(edge) {
      let low = this.lowest[edge];
      if (low >= 0) return low;
      low = edge;
      const { up } = this.search;
      for (let rank = edge; rank >= 1; rank -= 1) {
        if (this.has[rank] && up[rank] && this.has[up[rank]] && up[rank] > low && rank <= low) low = rank - 1;
      }
      this.lowest[edge] = low;
      return low;
    }

    /** The same for a descending pile, as the rank from which on it cannot come back. */
    reachDown(edge) {
      let high = this.highest[edge];
      if (high >= 0) return high;
      const { down, n } = this.search;
      high = n + 1 - edge;
      for (let rank = high; rank <= n; rank += 1) {
        if (this.has[rank] && down[rank] && this.has[down[rank]] && down[rank] < high && rank >= high)
          high = rank + 1;
      }
      this.highest[edge] = high;
      return high;
    }

    /** Cards in hand whose trick partner is unplayed. */
    partnersHeld(hands) {
      const { up, down } = this.search;
      let count = 0;
      for (const hand of hands) for (const rank of hand) count += this.has[up[rank]] + this.has[down[rank]];
      return count;
    }
  }

  // -- what callers ask -------------------------------------------------------------------------------------------

  /**
   * Decide whether a goal can be reached, within a budget of positions. `choices` are the positions in which play
   * may go on. A generator, so that whoever runs it can pause; it returns { verdict: 'yes' | 'no' | 'undecided',
   * line }, and a line is a list of { player, plays: [[card, pile]], ended }, replayed by the rules before it is
   * returned.
   */
  function* decide(choices, goal, counted, budget) {
    // A turn is ended together with a play; one under way may also be ended right away.
    const starts = [];
    for (const position of choices) {
      if (position.hand.length || position.won) starts.push({ position, counted, from: null });
      if (position.mayEndTurn) starts.push({ position: position.endTurn(), counted: false, from: position });
    }
    if (!starts.length) return { verdict: 'no', line: null };
    const { verdict, line } = yield* new Search(starts, goal, budget).run();
    return { verdict, line: line && replayed(starts[line.start], line.moves, goal, counted) };
  }

  function replayed({ position: start, from }, moves, goal, counted) {
    const turns = [];
    if (from) turns.push({ player: from.toPlay, plays: [], ended: true });
    let position = start;
    let turn = null;
    let tricks = 0;
    let begun = counted && !from;
    let count = 0;
    for (const { card, place, ends } of moves) {
      if (turn === null) {
        turn = { player: position.toPlay, plays: [], ended: false };
        turns.push(turn);
        if (!begun) count += 1;
        begun = false;
      }
      const pile = pileInPlace(position, place);
      if (position.isTrick(card, pile)) tricks += 1;
      turn.plays.push([card, pile]);
      position = position.play(card, pile);
      if (ends) {
        turn.ended = true;
        turn = null;
        position = position.endTurn();
      }
    }
    const cost = { cards: 0, turns: count, tricks }[goal.objective];
    if (position.cardsLeft > goal.left || cost > goal.limit) throw new Error('the search contradicts the rules');
    return turns;
  }

  /** The pile in this place when the piles of its direction are sorted as the search sorts them. */
  function pileInPlace(position, place) {
    const { ascending, step } = position.rules;
    const cards = unplayedCards(position);
    const up = place < ascending;
    const piles = position.piles
      .map((top, pile) => ({ pile, lane: lane(cards, step, top, pile < ascending) }))
      .filter(({ pile }) => pile < ascending === up)
      .sort((a, b) => a.lane - b.lane || a.pile - b.pile);
    return piles[up ? place : place - ascending].pile;
  }

  /** A question { choices, goal, counted }, whose positions may have come as plain data. */
  opendeal.engines.tg1 = ({ choices, goal, counted }, budget) => {
    const positions = choices.map(
      (it) => new Position(it.rules, it.hands, it.deck, it.piles, it.toPlay, it.played),
    );
    return decide(positions, goal, counted, budget);
  };
});
