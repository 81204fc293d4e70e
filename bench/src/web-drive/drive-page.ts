import { findChromium } from '../web-account/first-visit.ts'
import { runPeerScript } from '../web-account/run-peer-script.ts'

export interface FolderVisit {
  /** From the beginning of the navigation until the first rows were painted. */
  firstRowsMs: number
  /** How long each frame took while it scrolled. */
  frames: number[]
  /** After it was scrolled to its end. */
  heapBytes: number
}

export interface Sending {
  files: number
  ms: number
  /** How long each frame took meanwhile. */
  frames: number[]
  /** The tasks of the page that took over 50 ms. */
  longTasks: number[]
}

export interface DriveScores {
  scriptBytes: number
  performance: number
  accessibility: number
  bestPractices: number
}

export interface LinkVisit {
  /** From the beginning of the navigation until the first files were painted. */
  firstRowsMs: number
  scriptBytes: number
}

interface Told {
  url: string
  /** As the server answers a sign-in. */
  credentials: unknown
}

export async function visitFolder(
  told: Told & { folderId: string; rows: number },
): Promise<FolderVisit> {
  return run('folder', told)
}

export async function sendFiles(told: Told & { uploads: string }): Promise<Sending> {
  return run('uploads', told)
}

export async function scoreFirstVisit(told: Told): Promise<DriveScores> {
  return run('first-visit', told)
}

/** By somebody who was never here, on a processor of a fourth of the speed. */
export async function visitLink(told: { link: string }): Promise<LinkVisit> {
  return run('link', told)
}

async function run<Answer>(what: string, told: object): Promise<Answer> {
  const args = [findChromium(), what, JSON.stringify(told)]
  return JSON.parse(await runPeerScript('drive-page.js', ...args)) as Answer
}
