/* What runs inside the worker: one question after the other, with news of the progress. */
opendeal.workerPart(function (opendeal) {
  'use strict';

  /** Answer the questions that come as messages to this scope, which is the worker's own. */
  opendeal.serve = function (scope) {
    scope.addEventListener('message', ({ data }) => {
      const search = opendeal.engines[data.question.game](data.question, data.budget);
      let step = search.next();
      while (!step.done) {
        scope.postMessage({ spent: step.value });
        step = search.next();
      }
      scope.postMessage({ answer: step.value });
    });
  };
});
