/* What runs inside the worker: one question after the other, with news of the progress. */
opendeal.workerPart(function (opendeal) {
  'use strict';

  /** Answer the questions that come as messages to this scope, which is the worker's own. */
  opendeal.serve = function (scope) {
    scope.addEventListener('message', ({ data }) => {
      const { Position } = opendeal.rules;
      const choices = data.choices.map(
        (it) => new Position(it.rules, it.hands, it.deck, it.piles, it.toPlay, it.played),
      );
      const search = opendeal.search.decide(choices, data.goal, data.counted, data.budget);
      let step = search.next();
      while (!step.done) {
        scope.postMessage({ spent: step.value });
        step = search.next();
      }
      scope.postMessage({ answer: step.value });
    });
  };
});
