import { findDrawProblem } from '@savepoint/model/draw';
import type { PublicDrop } from '@savepoint/model/drop';
import { useState } from 'react';
import { useLazyPublishedDrawQuery } from '../../api/drop-endpoints.ts';
import { Button } from '../../components/button.tsx';

type Result = { readonly isRight: boolean; readonly text: string };

/** Explains a draw and, once it is made, offers to repeat it in this browser. */
export function DrawCheck({
  drop,
  ticket,
}: {
  readonly drop: PublicDrop;
  readonly ticket?: string | undefined;
}) {
  const [load] = useLazyPublishedDrawQuery();
  const [isChecking, setIsChecking] = useState(false);
  const [result, setResult] = useState<Result>();
  const check = async () => {
    setIsChecking(true);
    const { data } = await load(drop.id);
    const problem = data && (await findDrawProblem(data));
    setIsChecking(false);
    if (data === undefined)
      return setResult({ isRight: false, text: 'The draw could not be loaded. Please try again.' });
    if (problem !== undefined) return setResult({ isRight: false, text: problem });
    const place = ticket === undefined ? 0 : data.ranking.indexOf(ticket) + 1;
    const own = place > 0 ? ` Your ticket is at place ${place}.` : '';
    return setResult({
      isRight: true,
      text: `The seed and the order of all ${data.tickets} tickets are right.${own}`,
    });
  };
  return (
    <section className="card stack drop-draw" aria-labelledby="draw-title">
      <h2 id="draw-title">A draw that you can check</h2>
      <p>
        We have chosen a secret seed and published its SHA-256 hash. Once the drop has closed, seed and
        tickets give every ticket a number that nobody can choose, and the lowest numbers win.
      </p>
      <dl className="drop-hashes">
        <div>
          <dt>Hash of the seed</dt>
          <dd>
            <code>{drop.commitment}</code>
          </dd>
        </div>
        {drop.draw !== undefined && (
          <>
            <div>
              <dt>Seed</dt>
              <dd>
                <code>{drop.draw.seed}</code>
              </dd>
            </div>
            <div>
              <dt>Hash of the {drop.draw.tickets} tickets</dt>
              <dd>
                <code>{drop.draw.ticketsDigest}</code>
              </dd>
            </div>
          </>
        )}
        {ticket !== undefined && (
          <div>
            <dt>Your ticket</dt>
            <dd>
              <code>{ticket}</code>
            </dd>
          </div>
        )}
      </dl>
      {drop.draw !== undefined && (
        <div className="row">
          <Button variant="secondary" busy={isChecking} onClick={() => void check()}>
            Check the draw
          </Button>
          <a href={`/drops/${encodeURIComponent(drop.id)}/draw.json`} download>
            Download all tickets
          </a>
        </div>
      )}
      <div role="status">
        {result !== undefined && (
          <p className={result.isRight ? 'notice notice-success' : 'notice notice-error'}>{result.text}</p>
        )}
      </div>
    </section>
  );
}
