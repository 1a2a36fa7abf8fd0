// Uses the SDK that the sample has installed.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { PROJECT } from './stack.mjs';

const require = createRequire(`${process.cwd()}/`);
const { deleteApp, initializeApp } = require('firebase/app');
const database = require('firebase/database');

const [host, port] = process.env.FIREBASE_DATABASE_EMULATOR_HOST.split(':');
const apps = ['ada', 'bob'].map((name) => initializeApp({ projectId: PROJECT }, name));
const [ada, bob] = apps.map((app) => {
  const instance = database.getDatabase(app, `https://${PROJECT}-default-rtdb.firebaseio.com`);
  database.connectDatabaseEmulator(instance, host, Number(port));
  return instance;
});

after(() => Promise.all(apps.map((app) => deleteApp(app))));

test('a post reaches the list of all posts and that of its author by one update', async () => {
  const { key } = database.push(database.ref(ada, 'posts'));
  const added = new Promise((resolve) => {
    database.onChildAdded(database.query(database.ref(bob, 'posts'), database.limitToLast(100)), resolve);
  });
  const post = { author: 'Ada', title: 'Hello', body: 'World', starCount: 0 };
  await database.update(database.ref(ada), { [`posts/${key}`]: post, [`user-posts/ada/${key}`]: post });
  const snapshot = await added;
  assert.deepEqual([snapshot.key, snapshot.val()], [key, post]);
  assert.deepEqual((await database.get(database.ref(bob, `user-posts/ada/${key}`))).val(), post);
});

test('the stars of two users are both counted', async () => {
  const post = (instance) => database.ref(instance, 'posts/starred');
  await database.set(post(ada), { title: 'Starred', starCount: 0 });
  const star = (instance, user) =>
    database.runTransaction(post(instance), (value) =>
      value === null
        ? value
        : { ...value, starCount: value.starCount + 1, stars: { ...value.stars, [user]: true } },
    );
  await Promise.all([star(ada, 'ada'), star(bob, 'bob')]);
  const { starCount, stars } = (await database.get(post(bob))).val();
  assert.deepEqual({ starCount, stars }, { starCount: 2, stars: { ada: true, bob: true } });
});
