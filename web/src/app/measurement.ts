// Analytics with the shopper's consent: the conversion tag for advertisers, and one report of the
// visit for the shop.
import type { VisitReport } from '@savepoint/model/visit';
import { type BackendConfig, loadBackendConfig } from '../config/backend.ts';
import { readConsent } from '../features/consent/consent-slice.ts';
import { createConversionTag, type Tracker } from '../features/conversion/conversion-tag.ts';
import { VisitRecorder } from '../features/conversion/visit-recorder.ts';

const REGION = 'us-central1';

function recordVisitUrl({ projectId, emulators }: BackendConfig): string {
  return emulators.functions === undefined
    ? `https://${REGION}-${projectId}.cloudfunctions.net/recordVisit`
    : `http://${emulators.functions}/${projectId}/${REGION}/recordVisit`;
}

/** The page's one recorder of its visit. */
export const visitRecorder = new VisitRecorder((report: VisitReport) => {
  // The configuration was read when the visit began, so the promise resolves while the page is
  // being left.
  void loadBackendConfig().then((config) => {
    if (config !== undefined) navigator.sendBeacon(recordVisitUrl(config), JSON.stringify(report));
  });
});

const trackers: readonly Tracker[] = [
  createConversionTag(import.meta.env.VITE_CONVERSION_TAG_URL),
  visitRecorder,
];

/** All trackers of the shopper's actions, with the consent stored in this browser. */
export const measurement: Tracker = {
  track: (event) => {
    for (const tracker of trackers) tracker.track(event);
  },
  grant: () => {
    for (const tracker of trackers) tracker.grant();
  },
  deny: () => {
    for (const tracker of trackers) tracker.deny();
  },
};

const consent = readConsent();
if (consent === 'granted') measurement.grant();
if (consent === 'denied') measurement.deny();
