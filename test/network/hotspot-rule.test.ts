/** When the hotspot is on, with a clock of numbers. */
import t from 'tap';
import {
  HotspotRule,
  RULE_TIMES as TIMES,
  type RuleEvent,
  type RuleFacts,
  type RuleState,
} from '../../src/network/hotspot-rule.js';

const NOTHING: RuleFacts = { hasCable: false, hasWifi: false, isConnecting: false, hotspot: 'none' };
const CABLE: RuleFacts = { ...NOTHING, hasCable: true };
const WIFI: RuleFacts = { ...NOTHING, hasWifi: true };
const CONNECTING: RuleFacts = { ...NOTHING, isConnecting: true };
const STARTING: RuleFacts = { ...NOTHING, hotspot: 'starting' };
const ON: RuleFacts = { ...NOTHING, hotspot: 'on' };

/** A rule with its state and its clock. */
class Run {
  readonly rule: HotspotRule;
  state: RuleState = { kind: 'off' };
  now = 1000;
  lastUse = -Infinity;
  hasKnown = true;

  constructor(isAutomatic = true) {
    this.rule = new HotspotRule(isAutomatic);
  }

  take(event: RuleEvent): string {
    this.state = this.rule.next(this.state, event, this.now);
    return this.state.kind;
  }

  see(facts: RuleFacts): string {
    return this.take({ kind: 'facts', facts });
  }

  /** As the timer of the state does: only when its time has come. */
  pass(milliseconds: number, facts = NOTHING): string {
    this.now += milliseconds;
    const { hasKnown, lastUse } = this;
    return this.take({ kind: 'time', facts, hasKnown, lastUse });
  }

  /** To a hotspot that came by itself. */
  static on(): Run {
    const run = new Run();
    run.take({ kind: 'begin' });
    run.see(NOTHING);
    run.pass(TIMES.atStart);
    run.see(ON);
    return run;
  }
}

t.test('45 s after the start without a network it starts, and not a moment before', async (t) => {
  const run = new Run();
  t.equal(run.take({ kind: 'begin' }), 'waiting');
  t.equal(run.see(NOTHING), 'waiting');
  t.equal(run.pass(44_999), 'waiting');
  t.equal(run.pass(1), 'starting');
  t.equal(run.see(STARTING), 'starting');
  t.equal(run.see(ON), 'on');
  t.match(run.state, { byHand: false, until: run.now + TIMES.turn });
});

t.test('a network that is being connected at the end of a wait gets half a minute more, once', async (t) => {
  const run = new Run();
  run.take({ kind: 'begin' });
  t.equal(run.pass(TIMES.atStart, CONNECTING), 'waiting');
  t.equal(run.pass(TIMES.more - 1, CONNECTING), 'waiting');
  t.equal(run.pass(1, CONNECTING), 'starting');
});

t.test('with a network there is none, by cable or by Wi-Fi', async (t) => {
  for (const facts of [CABLE, WIFI]) {
    const run = new Run();
    run.take({ kind: 'begin' });
    t.equal(run.see(facts), 'connected');
    t.equal(run.pass(TIMES.atStart * 100, facts), 'connected');
    t.equal('until' in run.state, false, 'no timer runs');
  }
});

t.test('a network that is lost for five minutes brings it; one that comes back does not', async (t) => {
  const run = new Run();
  run.take({ kind: 'begin' });
  run.see(WIFI);
  t.equal(run.see(NOTHING), 'waiting');
  t.equal(run.pass(299_999), 'waiting');
  t.equal(run.see(WIFI), 'connected');
  t.equal(run.see(NOTHING), 'waiting');
  run.see(NOTHING);
  t.equal(run.pass(299_999), 'waiting', 'a look in between does not begin the wait anew');
  t.equal(run.pass(1), 'starting');
});

t.test('it takes turns with known networks', async (t) => {
  const run = Run.on();
  t.equal(run.pass(TIMES.turn - 1), 'on');
  t.equal(run.pass(1), 'waiting');
  t.match(run.state, { until: run.now + TIMES.attempt });
  t.equal(run.pass(TIMES.attempt), 'starting');
  t.equal(run.see(ON), 'on');
  run.pass(TIMES.turn);
  t.equal(run.see(WIFI), 'connected');
});

t.test('without a known network there is nothing to try: it stays', async (t) => {
  const run = Run.on();
  run.hasKnown = false;
  t.equal(run.pass(TIMES.turn), 'on');
  t.equal(run.pass(TIMES.turn), 'on');
  run.hasKnown = true;
  t.equal(run.pass(TIMES.turn), 'waiting');
});

t.test('it is never taken away from a phone that uses it, however many there are', async (t) => {
  const run = Run.on();
  for (let phone = 0; phone < 10; phone++) {
    run.lastUse = run.now + TIMES.turn - 1000;
    t.equal(run.pass(TIMES.turn), 'on');
    t.match(run.state, { until: run.lastUse + TIMES.use });
  }
  t.equal(run.pass(TIMES.use - 1001), 'on');
  t.equal(run.pass(1), 'waiting');
});

t.test('a cable that gets an address ends it', async (t) => {
  t.equal(Run.on().see({ ...ON, hasCable: true }), 'connected');
  const run = new Run();
  run.take({ kind: 'begin' });
  run.pass(TIMES.atStart);
  t.equal(run.see({ ...STARTING, hasCable: true }), 'connected', 'while it starts');
  t.equal(Run.on().see({ ...ON, hasWifi: true }), 'connected', 'or another radio');
});

t.test('by hand it stays until it is switched off', async (t) => {
  const run = new Run();
  run.take({ kind: 'begin' });
  run.see(WIFI);
  t.equal(run.take({ kind: 'turn', isOn: true, facts: WIFI }), 'starting');
  t.equal(run.see({ ...STARTING, hasWifi: true }), 'starting', 'the network is not gone yet');
  t.equal(run.see(ON), 'on');
  t.match(run.state, { byHand: true, until: undefined });
  t.equal(run.pass(TIMES.turn * 100), 'on');
  t.equal(run.take({ kind: 'turn', isOn: false, facts: ON }), 'off');
  t.equal(run.see(NOTHING), 'off');
  t.equal(run.pass(TIMES.afterLoss * 100), 'off', 'nothing brings it back against a person');
  t.equal(run.see(WIFI), 'connected');
  t.equal(run.see(NOTHING), 'waiting', 'until there was a network');
});

t.test('by hand beside a cable it ends only with a cable that is plugged in', async (t) => {
  const run = new Run();
  run.take({ kind: 'begin' });
  run.see(CABLE);
  run.take({ kind: 'turn', isOn: true, facts: CABLE });
  t.equal(run.see({ ...ON, hasCable: true }), 'on');
  t.equal(run.see({ ...ON, hasCable: true }), 'on');
  t.equal(run.see(ON), 'on', 'pulled');
  t.equal(run.see({ ...ON, hasCable: true }), 'connected', 'plugged in');
});

t.test('one that came by itself becomes one by hand', async (t) => {
  const run = Run.on();
  t.equal(run.take({ kind: 'turn', isOn: true, facts: ON }), 'on');
  t.match(run.state, { byHand: true, until: undefined });
  t.equal(run.pass(TIMES.turn), 'on');
});

t.test('a network is joined, and it stays off', async (t) => {
  const run = Run.on();
  t.equal(run.take({ kind: 'join' }), 'joining');
  t.equal(run.see(NOTHING), 'joining');
  t.equal(run.see(WIFI), 'joining');
  t.equal(run.pass(TIMES.turn), 'joining');
  t.equal(run.take({ kind: 'turn', isOn: true, facts: NOTHING }), 'joining');
  t.equal(run.take({ kind: 'joined' }), 'connected');
  t.equal(run.see(WIFI), 'connected');
});

t.test('a network that is not joined brings it back at once', async (t) => {
  const run = Run.on();
  run.take({ kind: 'join' });
  t.equal(run.take({ kind: 'notJoined', facts: NOTHING }), 'starting');
  t.equal(run.see(ON), 'on');
  run.take({ kind: 'join' });
  t.equal(run.take({ kind: 'notJoined', facts: CABLE }), 'connected', 'but for a cable that came meanwhile');
});

t.test('one that cannot be made is tried again after a minute', async (t) => {
  const run = new Run();
  run.take({ kind: 'begin' });
  run.pass(TIMES.atStart);
  t.equal(run.see(NOTHING), 'waiting');
  t.equal(run.pass(TIMES.retry - 1), 'waiting');
  t.equal(run.pass(1), 'starting');
  run.see(ON);
  t.equal(run.see(NOTHING), 'waiting', 'and one that was ended by something else comes back');
});

t.test('where it is not automatic, nothing but a person starts it', async (t) => {
  const run = new Run(false);
  for (const event of [{ kind: 'begin' }, { kind: 'facts', facts: NOTHING }, { kind: 'facts', facts: WIFI }] as const) {
    t.equal(run.take(event), 'off');
  }
  t.equal(run.take({ kind: 'turn', isOn: true, facts: WIFI }), 'starting');
  t.equal(run.see(ON), 'on');
  t.equal(run.see({ ...ON, hasCable: true }), 'off');
  run.take({ kind: 'turn', isOn: true, facts: CABLE });
  t.equal(run.see(NOTHING), 'off', 'a start that failed');
  run.take({ kind: 'turn', isOn: true, facts: NOTHING });
  t.equal(run.take({ kind: 'join' }), 'joining');
  t.equal(run.take({ kind: 'joined' }), 'off');
});

t.test('one that an earlier daemon has left goes on', async (t) => {
  const automatic = new Run();
  automatic.take({ kind: 'begin' });
  t.equal(automatic.see(ON), 'on');
  t.match(automatic.state, { byHand: false, until: automatic.now + TIMES.turn });
  const byHand = new Run(false);
  t.equal(byHand.see(ON), 'on');
  t.match(byHand.state, { byHand: true, until: undefined });
});

t.test('NetworkManager ends, and begins again', async (t) => {
  const run = Run.on();
  t.equal(run.take({ kind: 'end' }), 'off');
  t.equal(run.see(NOTHING), 'off');
  t.equal(run.take({ kind: 'begin' }), 'waiting');
  t.equal(run.take({ kind: 'begin' }), 'waiting');
  const joining = Run.on();
  joining.take({ kind: 'join' });
  t.equal(joining.take({ kind: 'end' }), 'joining', 'the attempt fails by itself');
  t.equal(joining.take({ kind: 'notJoined', facts: NOTHING }), 'starting');
});

t.test('events that belong to another state change nothing', async (t) => {
  const run = new Run();
  for (const event of [
    { kind: 'join' },
    { kind: 'joined' },
    { kind: 'notJoined', facts: NOTHING },
    { kind: 'turn', isOn: false, facts: NOTHING },
    { kind: 'time', facts: NOTHING, hasKnown: true, lastUse: 0 },
  ] as const) {
    t.equal(run.take(event), 'off', event.kind);
  }
});
