/* Asks the search in a worker, so that the page stays awake. Where no worker can be had, the search runs here in
 * slices.
 */
opendeal.part(function (opendeal) {
  'use strict';

  let stop = null;

  /**
   * Can the goal be reached? `question` is { game, … } as the engine of the game takes it. A promise of
   * { verdict, line }; verdict `stopped` when another question or `cancel` came first, `failed` when the browser ended
   * the search, for lack of memory say. `told` hears how much work is done.
   */
  function ask(question, budget, told) {
    cancel();
    return new Promise((resolve) => {
      const finish = (answer) => {
        stop = null;
        resolve(answer);
      };
      const here = () => {
        stop = runHere(opendeal.engines[question.game](question, budget), told, finish);
      };
      const worker = newWorker();
      if (worker) {
        let begun = false;
        stop = () => {
          worker.terminate();
          finish({ verdict: 'stopped', line: null });
        };
        worker.addEventListener('message', ({ data }) => {
          begun = true;
          if (data.answer) {
            worker.terminate();
            finish(data.answer);
          } else told(data.spent);
        });
        worker.addEventListener('error', () => {
          worker.terminate();
          if (begun) finish({ verdict: 'failed', line: null });
          else here();
        });
        worker.postMessage({ question, budget });
      } else here();
    });
  }

  function cancel() {
    if (stop) stop();
  }

  function newWorker() {
    const source = ['const opendeal = { engines: {}, workerPart(part) { part(opendeal); } };']
      .concat(
        opendeal.workerParts.map((part) => `opendeal.workerPart(${part});`),
        ['opendeal.serve(self);'],
      )
      .join('\n');
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    try {
      return new Worker(opendeal.trusted.script(address));
    } catch {
      return null;
    } finally {
      // The worker has its source by then.
      setTimeout(() => URL.revokeObjectURL(address), 10000);
    }
  }

  function runHere(search, told, finish) {
    let timer = 0;
    const slice = () => {
      const step = search.next();
      if (step.done) finish(step.value);
      else {
        told(step.value);
        timer = setTimeout(slice);
      }
    };
    timer = setTimeout(slice);
    return () => {
      clearTimeout(timer);
      finish({ verdict: 'stopped', line: null });
    };
  }

  opendeal.judge = { ask, cancel };
});
