import { readFileSync } from 'node:fs'
import type { Locale } from '@awan/protocol'
import type { Random } from '../../kernel/id.ts'

const RATE = 8000
const SILENCE = 128

/**
 * Speaks digits in the listener's language: a WAV file with a pause between them. Pace and loudness
 * change from digit to digit, and some noise is added.
 */
export function speakCode(digits: string, locale: Locale, random: Random): Buffer {
  const voice = voiceOf(locale)
  const parts = [pause(random)]
  for (const digit of digits) {
    const pace = 0.88 + random.integer(25) / 100
    parts.push(vary(voice[Number(digit)] ?? pause(random), pace), pause(random))
  }
  const samples = Buffer.concat(parts)
  const noise = random.bytes(samples.length)
  for (const [i, sample] of samples.entries()) {
    samples[i] = Math.max(0, Math.min(255, sample + ((noise[i] ?? SILENCE) - SILENCE) / 20))
  }
  return encodeWav(samples)
}

/** Stretches or squeezes, by drawing straight lines between the samples. */
function vary(samples: Buffer, pace: number): Buffer {
  const loudness = 0.75 + pace / 5
  return Buffer.from(
    Array.from({ length: Math.floor(samples.length / pace) }, (_, i) => {
      const at = i * pace
      const [one, other] = [samples[Math.floor(at)], samples[Math.ceil(at)]]
      const between = (one ?? SILENCE) + ((other ?? SILENCE) - (one ?? SILENCE)) * (at % 1)
      return Math.max(0, Math.min(255, Math.round(SILENCE + (between - SILENCE) * loudness)))
    }),
  )
}

function pause(random: Random): Buffer {
  return Buffer.alloc(RATE * 0.35 + random.integer(RATE * 0.25), SILENCE)
}

function encodeWav(samples: Buffer): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'ascii')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'ascii')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // one channel
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'ascii')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

const FILES: Record<Locale, string> = {
  en: 'en',
  id: 'id',
  ko: 'ko',
  ms: 'ms',
  'zh-hans': 'zh',
  'zh-hant': 'zh',
}

const voices = new Map<string, Buffer[]>()

/** Few people listen: a voice is read when the first one does, and then kept. */
function voiceOf(locale: Locale): Buffer[] {
  const name = FILES[locale]
  const voice = voices.get(name) ?? readVoice(name)
  voices.set(name, voice)
  return voice
}

function readVoice(name: string): Buffer[] {
  const file = readFileSync(new URL(`./voices/${name}.digits`, import.meta.url))
  const samples: Buffer[] = []
  let offset = 20
  for (let digit = 0; digit < 10; digit++) {
    const length = file.readUInt16LE(digit * 2)
    samples.push(file.subarray(offset, offset + length))
    offset += length
  }
  return samples
}
