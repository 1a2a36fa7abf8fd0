// When a function's worker does not start, the Functions emulator logs it and never responds: callers and event deliveries would wait for
// their own timeouts. This responds with 503, as production does.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.handleHttpsTrigger(req, res) that may return without a response': ({
    FunctionsEmulator,
  }) => {
    const { handleHttpsTrigger } = FunctionsEmulator.prototype;
    return handleHttpsTrigger.length === 2 && /Failed to handle request/.test(handleHttpsTrigger);
  },
};

exports.apply = ({ FunctionsEmulator }) => {
  const { handleHttpsTrigger } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.handleHttpsTrigger = async function handleWithResponse(req, res) {
    try {
      await handleHttpsTrigger.call(this, req, res);
    } finally {
      if (!res.headersSent) res.status(503).send('The worker of the function did not start.');
    }
  };
};
