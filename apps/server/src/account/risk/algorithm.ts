import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'

/**
 * DEV-7: the script that a page loads before it reports. It defines `xl_al`, which turns the raw traits
 * into a sign that names the moment the script was given out: a report needs a script of ours, and a
 * fresh one.
 */
export interface RiskAlgorithm {
  script(): string
  isSignOf(raw: string, sign: string): boolean
}

const MAX_AGE_MS = 3600 * 1000

export function createRiskAlgorithm({
  codeKey,
  clock,
}: {
  codeKey: Buffer
  clock: Clock
}): RiskAlgorithm {
  const key = Buffer.from(hkdfSync('sha256', codeKey, '', 'awan risk algorithm', 32))

  function stampAt(seconds: number): string {
    const time = seconds.toString(36)
    return `${time}.${createHmac('sha256', key).update(time).digest('hex').slice(0, 16)}`
  }

  return {
    script: () => scriptWith(stampAt(Math.floor(clock.now() / 1000))),
    isSignOf(raw, sign) {
      const [time = ''] = sign.split('.')
      const seconds = Number.parseInt(time, 36)
      const ageMs = clock.now() - seconds * 1000
      if (!(ageMs > -MAX_AGE_MS && ageMs <= MAX_AGE_MS)) return false
      const stamp = stampAt(seconds)
      const [one, other] = [Buffer.from(sign), Buffer.from(`${stamp}.${digest(raw + stamp)}`)]
      return one.length === other.length && timingSafeEqual(one, other)
    },
  }
}

/** The same function as in the script below: FNV-1a over UTF-16, from both ends. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(text.length - 1 - i), 0x01000193)
  }
  return hex(a) + hex(b)
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}

/** Plain old JavaScript: web views of any age run it. */
function scriptWith(stamp: string): string {
  return `var xl_al = (function () {
  'use strict';
  var stamp = '${stamp}';
  function hex(word) {
    return ('0000000' + (word >>> 0).toString(16)).slice(-8);
  }
  return function (raw) {
    var text = String(raw) + stamp;
    var a = 0x811c9dc5;
    var b = 0x01000193;
    for (var i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
      b = Math.imul(b ^ text.charCodeAt(text.length - 1 - i), 0x01000193);
    }
    return stamp + '.' + hex(a) + hex(b);
  };
})();
`
}
