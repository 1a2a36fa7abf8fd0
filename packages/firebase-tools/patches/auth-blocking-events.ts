// The Auth emulator calls blocking functions before it creates an account and before a sign-in. It
// sends neither emails nor SMS, but firebase-tools registers functions for those (beforeEmailSent,
// beforeSmsSent) as the function to call before a sign-in, replacing the project's own. This patch
// reports such a function and ignores it.
import { hasSource, patchModule } from '../patch.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

const CALLED_EVENTS = /\/eventTypes\/user\.before(Create|SignIn)$/;

export const authBlockingEvents = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.addBlockingTrigger(url, blockingTrigger) that has beforeSignIn for all but one event':
      ({ FunctionsEmulator }) => {
        const { addBlockingTrigger } = FunctionsEmulator.prototype;
        return (
          addBlockingTrigger.length === 2 &&
          hasSource(
            addBlockingTrigger,
            /=== v1_1\.BEFORE_CREATE_EVENT\)[\s\S]*else \{[\s\S]*beforeSignIn: \{/,
          )
        );
      },
  },
  apply({ FunctionsEmulator: { prototype } }) {
    const { addBlockingTrigger } = prototype;
    prototype.addBlockingTrigger = function addCalledTrigger(url, blockingTrigger) {
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
  },
});
