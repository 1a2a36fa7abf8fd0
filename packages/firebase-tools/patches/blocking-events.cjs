// The Auth emulator calls blocking functions before it creates an account and before a sign-in. It
// sends neither emails nor SMS, but firebase-tools registers a function for those (beforeEmailSent,
// beforeSmsSent) as the one that is called before a sign-in, in the place of the project's own.
// Such a function is named and left out.
exports.module = 'lib/emulator/functionsEmulator.js';

const CALLED_EVENTS = /\/eventTypes\/user\.before(Create|SignIn)$/;

exports.expected = {
  'FunctionsEmulator.addBlockingTrigger(url, blockingTrigger) that has beforeSignIn for all but one event': ({
    FunctionsEmulator,
  }) => {
    const { addBlockingTrigger } = FunctionsEmulator.prototype;
    return (
      addBlockingTrigger.length === 2 &&
      /=== v1_1\.BEFORE_CREATE_EVENT\)[\s\S]*else \{[\s\S]*beforeSignIn: \{/.test(addBlockingTrigger)
    );
  },
};

exports.apply = ({ FunctionsEmulator }) => {
  const { addBlockingTrigger } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.addBlockingTrigger = function addCalledTrigger(url, blockingTrigger) {
    if (CALLED_EVENTS.test(blockingTrigger.eventType))
      return addBlockingTrigger.call(this, url, blockingTrigger);
    const name = url.slice(url.lastIndexOf('/') + 1);
    this.logger.logLabeled(
      'WARN',
      'functions',
      `${name} is never called: Auth sends no emails and no SMS here.`,
    );
    return false;
  };
};
