import t from 'tap';
import { PinKeeper } from '../../../src/web/remote/state/with-pin.js';

const refusal = (status: number, code: string): Response => new Response(JSON.stringify({ code }), { status });

const nobody = (): never => {
  throw new Error('somebody was asked');
};

/** A box whose PIN is `1234`. */
async function box(pin: string | undefined): Promise<Response> {
  if (pin === undefined) return refusal(401, 'PIN_REQUIRED');
  return pin === '1234' ? new Response('done') : refusal(403, 'PIN_WRONG');
}

t.test('the PIN is asked for once for all that wait, and known from then on', async (t) => {
  const asked: boolean[] = [];
  const keeper = new PinKeeper(async (wasWrong) => {
    asked.push(wasWrong);
    return '1234';
  });
  const answers = await Promise.all([keeper.send(box), keeper.send(box), keeper.send(box)]);
  t.strictSame(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  t.equal((await keeper.send(box)).status, 200);
  t.strictSame(asked, [false]);
});

t.test('a wrong PIN is asked for again, and it is said', async (t) => {
  const asked: boolean[] = [];
  const given = ['0000', '1111', '1234'];
  const keeper = new PinKeeper(async (wasWrong) => {
    asked.push(wasWrong);
    return given.shift();
  });
  t.equal((await keeper.send(box)).status, 200);
  t.strictSame(asked, [false, true, true]);
});

t.test('who gives none gets the refusal', async (t) => {
  const keeper = new PinKeeper(async () => undefined);
  const answer = await keeper.send(box);
  t.equal(answer.status, 401);
  t.strictSame(await answer.json(), { code: 'PIN_REQUIRED' }, 'with its body');
});

t.test('another refusal asks nobody', async (t) => {
  const keeper = new PinKeeper(nobody);
  t.equal((await keeper.send(async () => refusal(403, 'FORBIDDEN_HOST'))).status, 403);
  t.equal((await keeper.send(async () => new Response('not JSON', { status: 401 }))).status, 401);
});

t.test('a PIN that was set here is used at once', async (t) => {
  const keeper = new PinKeeper(nobody);
  keeper.pin = '1234';
  t.equal((await keeper.send(box)).status, 200);
});

t.test('what no person has wished for asks nobody, and goes with the PIN that is known', async (t) => {
  const keeper = new PinKeeper(nobody);
  t.equal((await keeper.sendQuietly(box)).status, 401);
  keeper.pin = '1234';
  t.equal((await keeper.sendQuietly(box)).status, 200);
});
