// The benchmarks over plain HTTP.

import { type Measurement, type Meter, measureMedian } from './measurement.ts';

const DATABASE = 'projects/demo-bench/databases/(default)';

/** Milliseconds to get one document over REST. */
export async function restRoundTrip(meter: Meter, address: string): Promise<Measurement> {
  const url = `http://${address}/v1/${DATABASE}/documents/rest/one`;
  const created = await fetch(url, { method: 'PATCH', body: '{"fields":{"n":{"integerValue":"1"}}}' });
  if (!created.ok) throw new Error(`REST responded with ${created.status}`);
  return measureMedian(meter, 200, async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`REST responded with ${response.status}`);
    await response.text();
  });
}

/** Milliseconds from a write on the forward channel until its result on the back channel. */
export async function webChannelRoundTrip(meter: Meter, address: string): Promise<Measurement> {
  const base = `http://${address}/google.firestore.v1.Firestore/Write/channel?VER=8&database=${encodeURIComponent(DATABASE)}`;
  const form = (data: unknown, ofs: number) =>
    new URLSearchParams({ count: '1', ofs: String(ofs), req0___data__: JSON.stringify(data) });
  const opened = await fetch(`${base}&RID=1&CVER=22`, {
    method: 'POST',
    body: form({ database: DATABASE }, 0),
  });
  const text = await opened.text();
  const sid = /\["c","([^"]+)"/.exec(text)?.[1];
  if (!opened.ok || sid === undefined) throw new Error(`WebChannel responded with ${opened.status}`);
  const back = await fetch(`${base}&RID=rpc&SID=${sid}&AID=0&CI=0&TYPE=xmlhttp`);
  const reader = (back.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let received = '';
  const until = async (word: string) => {
    while (!received.includes(word)) {
      const { value, done } = await reader.read();
      if (done) throw new Error('The back channel ended.');
      received += decoder.decode(value, { stream: true });
    }
    received = received.slice(received.lastIndexOf(word) + word.length);
  };
  await until('streamToken');
  let sent = 0;
  const took = await measureMedian(meter, 100, async () => {
    sent++;
    const write = {
      update: { name: `${DATABASE}/documents/web/one`, fields: { n: { integerValue: String(sent) } } },
    };
    const posted = await fetch(`${base}&SID=${sid}&RID=${sent + 1}&AID=${sent}`, {
      method: 'POST',
      body: form({ streamToken: 'AAAA', writes: [write] }, sent),
    });
    await Promise.all([posted.text(), until('commitTime')]);
  });
  await reader.cancel();
  return took;
}
