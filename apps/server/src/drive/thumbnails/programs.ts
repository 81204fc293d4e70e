import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { PictureKind } from './picture-kind.ts'

/**
 * Programs of the system that read what this server does not, by the names that they have. Each is looked for
 * once, at start; where it is missing, contents of its kind have no picture, and nothing else is different.
 */
const NAMES = {
  video: ['ffmpeg'],
  heic: ['heif-dec', 'heif-convert'],
  pdf: ['pdftoppm'],
} as const satisfies { [Kind in PictureKind]?: readonly string[] }

/** Where the program of each kind is, if it is installed. */
export type PicturePrograms = { readonly [Kind in keyof typeof NAMES]: string | undefined }

export function findPicturePrograms(path = process.env.PATH ?? ''): PicturePrograms {
  return {
    video: findProgram(NAMES.video, path),
    heic: findProgram(NAMES.heic, path),
    pdf: findProgram(NAMES.pdf, path),
  }
}

/** Of each kind whose program is missing, what to install. */
export function missingPrograms(programs: PicturePrograms): Record<string, string> {
  const missing = Object.entries(NAMES).filter(([kind]) => !hasProgram(programs, kind))
  return Object.fromEntries(missing.map(([kind, names]) => [kind, names.join(' or ')]))
}

/** The kinds of which pictures can be made on this machine. */
export function makableKinds(programs: PicturePrograms): PictureKind[] {
  return ALL.filter((kind) => !(kind in NAMES) || hasProgram(programs, kind))
}

const ALL: readonly PictureKind[] = ['image', 'video', 'heic', 'raw', 'pdf', 'document']

function hasProgram(programs: PicturePrograms, kind: string): boolean {
  return programs[kind as keyof PicturePrograms] !== undefined
}

/** The first of some names that the path has. */
export function findProgram(
  names: readonly string[],
  path = process.env.PATH ?? '',
): string | undefined {
  for (const name of names) {
    for (const folder of path.split(delimiter)) {
      const program = join(folder, name)
      try {
        accessSync(program, constants.X_OK)
        return program
      } catch {
        // Not in this folder: the next one may have it.
      }
    }
  }
  return undefined
}
