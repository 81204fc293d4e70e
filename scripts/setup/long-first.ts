import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Beginnings of paths in the folder of the server. */
const LONG = [
  'tests/crash/',
  'tests/access/',
  'tests/command/backup',
  'tests/kill',
  'tests/tus',
  'tests/foreign-clients',
  'tests/faults/',
]

/**
 * The longest files begin first, so that none of them is left when the others are over. Where nothing ran
 * yet, Vitest would go by the names of the projects and the sizes of the files.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rankOf(a) - rankOf(b))
  }
}

/** A worker that has read the server goes on with it. */
function rankOf({ project, moduleId }: TestSpecification): number {
  if (project.name !== 'server') return 2
  return LONG.some((path) => moduleId.includes(`/apps/server/${path}`)) ? 0 : 1
}
