import { type VisitReport, VisitReportSchema } from '@savepoint/model/visit';
import { describe, expect, it } from 'vitest';
import { VisitRecorder } from './visit-recorder.ts';

function record() {
  const sent: VisitReport[] = [];
  const recorder = new VisitRecorder((report) => void sent.push(report));
  const open = (...paths: readonly string[]) => {
    for (const page_path of paths) recorder.track({ event: 'page_view', page_path });
  };
  const add = () =>
    recorder.track({ event: 'add_to_cart', item_id: 'tee', item_name: 'Tee', price: 45, quantity: 1 });
  return { sent, recorder, open, add };
}

describe('a visit', () => {
  it('of five pages is reported once, at its end, however often the tab is left', () => {
    const { sent, recorder, open, add } = record();
    recorder.grant();
    open('/', '/shop?q=cape', '/product/tee');
    recorder.trackSearch({ text: 'cape', outcome: 'nothing' });
    recorder.trackSearch({ text: 'cape', outcome: 'nothing' });
    add();
    open('/cart', '/checkout');
    expect(sent).toEqual([]);
    recorder.end();
    open('/');
    recorder.end();
    expect(sent).toEqual([
      { steps: ['product', 'cart', 'checkout'], searches: [{ text: 'cape', outcome: 'nothing' }] },
    ]);
    expect(VisitReportSchema.parse(sent[0])).toEqual(sent[0]);
  });

  it('is not reported without consent, and a refusal discards earlier events', () => {
    const { sent, recorder, open } = record();
    open('/product/tee');
    recorder.end();
    expect(sent).toEqual([]);
    recorder.deny();
    recorder.end();
    recorder.grant();
    open('/about');
    recorder.end();
    expect(sent).toEqual([{ steps: [], searches: [] }]);
  });

  it.each([
    ['of staff', ['/shop', '/admin/orders']],
    ['that comes back from the payment page, whose beginning is counted,', ['/payment/success', '/shop']],
  ])('%s is not reported', (_, paths) => {
    const { sent, recorder, open } = record();
    recorder.grant();
    open(...paths);
    recorder.end();
    expect(sent).toEqual([]);
  });
});
