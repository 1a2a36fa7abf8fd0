// What the sources use and Node 20 does not have. Only published bundles carry this.

URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

Promise.withResolvers ??= () => {
  let resolve;
  let reject;
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};
