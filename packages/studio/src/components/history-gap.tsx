import type { RecordingGap } from '../api/recording-gaps.ts';
import { dateAndTime } from './time-text.ts';

interface HistoryGapProps {
  readonly gap: RecordingGap;
  /** The subject of the history: "document". */
  readonly of: string;
}

/** A gap in the recording of a server, which may hide a change. */
export function HistoryGap({ gap: { time_ms, body }, of }: HistoryGapProps) {
  return (
    <li>
      <div className="history-head">
        <span className="badge">gap</span>
        <time dateTime={new Date(time_ms).toISOString()}>{dateAndTime(time_ms)}</time>
        <span className="muted">
          {body}. A change of this {of} may be missing.
        </span>
      </div>
    </li>
  );
}
