import type { RecordingGap } from '../api/recording-gaps.ts';
import { dateAndTime } from './time-text.ts';

interface HistoryGapProps {
  readonly gap: RecordingGap;
  /** What the history is of: "document". */
  readonly of: string;
}

/** Where the event log lacks something of a server: a change may be among it. */
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
