/* Every part of the page is a function that adds to one object.
 *
 * A page that is opened from a file may neither load modules nor start a worker from a file. So the parts are classic
 * scripts, and the worker is made from the text of the parts that it needs.
 */
const opendeal = { workerParts: [], engines: {}, sides: {} };

/** Run a part of the page. */
opendeal.part = function (part) {
  part(opendeal);
};

/** Run a part that the worker needs as well: it uses nothing of the document. */
opendeal.workerPart = function (part) {
  opendeal.workerParts.push(part);
  part(opendeal);
};
