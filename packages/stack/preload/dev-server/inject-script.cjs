// Adds a script to the start of <head> in all HTML pages that this process serves, so it runs
// before all other scripts.

/**
 * @param {typeof import('node:http')} http
 * @param {string} script JavaScript without `</script>`
 */
exports.injectScript = ({ ServerResponse }, script) => {
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function endWithScript(body, ...args) {
    const isPage = /^text\/html\b/.test(String(this.getHeader('content-type') ?? ''));
    if (!isPage || this.headersSent || (typeof body !== 'string' && !Buffer.isBuffer(body)))
      return end.call(this, body, ...args);
    if (this.getHeader('content-encoding') !== undefined) return end.call(this, body, ...args);
    const page = body.toString().replace(/<head\b[^>]*>/i, (head) => `${head}<script>${script}</script>`);
    if (this.hasHeader('content-length')) this.setHeader('content-length', Buffer.byteLength(page));
    return end.call(this, page, ...args);
  };
};
