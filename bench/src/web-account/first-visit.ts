import { existsSync } from 'node:fs'
import { runPeerScript } from './run-peer-script.ts'

const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

interface Scores {
  performance: number
  accessibility: number
}

export interface Visit {
  /** Compressed, as it came over the wire. */
  scriptBytes: number
  /** With the processor slowed down four times. */
  largestPaintMs: number
  otherOrigins: number
}

export interface ScoredVisit extends Visit {
  /** By Lighthouse, on a slow phone with a slow line. */
  mobile: Scores
  /** By Lighthouse, on a desk. */
  desktop: Scores
}

/** Browsers that were never here go to an address, one after another. */
export async function visit(url: string, repeat: number): Promise<Visit[]> {
  return JSON.parse(await runPeerScript('first-visit.js', findChromium(), url, String(repeat)))
}

export async function visitAndScore(url: string, repeat: number): Promise<ScoredVisit[]> {
  const args = [findChromium(), url, String(repeat), 'with-lighthouse']
  return JSON.parse(await runPeerScript('first-visit.js', ...args))
}

export function findChromium(): string {
  const found = [process.env.BENCH_CHROMIUM, ...CHROMIUMS].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (found === undefined) {
    throw new Error('there is no Chromium: install one, or name it in BENCH_CHROMIUM')
  }
  return found
}
