import type { CheckReport } from '../drive/check/check-drives.ts'
import { describeProblem, type Problem } from '../drive/check/problem.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { describeOwner } from './describe-owner.ts'
import { requirePerson } from './find-person.ts'
import { formatBytes } from './format-bytes.ts'

/** So many problems are listed in JSON; the counts tell of all. */
const LISTED = 10_000

export const checkCommand: Command = {
  name: 'check',
  usage: '[--repair] [--deep | --fast] [--drive PERSON]',
  summary: 'Checks that every file of every drive is complete.',
  details: `Compares all rows of the drives with each other and with the contents in the store, and reads every
content on all cores to compare it with its hash. It may run while the server runs.

  --deep           reads every content (the default)
  --fast           checks only that every content exists and has its size
  --drive PERSON   checks the drive of one person: an e-mail address, phone number, user name or id
  --repair         repairs what can be repaired without losing data; files that lost their folder are put
                   into a folder "Recovered"

Exit code 0: no problems, or all repaired. 1: problems are left.`,
  options: {
    repair: { type: 'boolean' },
    deep: { type: 'boolean' },
    fast: { type: 'boolean' },
    drive: { type: 'string' },
  },

  async run({ args, options, terminal, open }) {
    if (args.length > 0) throw new UsageError(`check takes no argument "${args[0]}".`)
    if (options.deep && options.fast) throw new UsageError('Choose one of --deep and --fast.')
    const { parts } = await open()
    const { drive: typed } = options
    const person = typeof typed === 'string' ? await requirePerson(parts.account, typed) : undefined
    const problems: Problem[] = []
    const report = await parts.drive.check((sub) => describeOwner(parts, sub), {
      ownerSub: person?.sub,
      readsContents: !options.fast,
      repairs: options.repair === true,
      onProblem(problem) {
        if (problems.length < LISTED) problems.push(problem)
        if (!terminal.isJson) terminal.print(describeProblem(problem))
      },
      onProgress({ step, done, total, unit, perSecond }) {
        const label = perSecond ? `${LABELS[step]}, ${formatRate(perSecond)}` : LABELS[step]
        terminal.progress(label, done, total, unit === 'bytes' ? formatBytes : undefined)
      },
    })
    terminal.endProgress()
    const isClean = report.left === 0
    // What was found in one drive says nothing of the server.
    if (!person) {
      const { nodes, problems, left } = report
      await parts.upkeep.record('check', { nodes, problems, left, reads_contents: !options.fast })
    }
    terminal.result(
      { ok: isClean, ...report, list: problems },
      [
        `${report.drives} drives, ${report.nodes} files and folders, ${report.versions} versions,`,
        `${report.contents} contents (${formatBytes(report.contentBytes)}${describeRate(report)}):`,
        report.problems === 0
          ? 'nothing is wrong.'
          : `${report.problems} problems, ${report.problems - report.left} repaired.`,
      ].join(' '),
    )
    return isClean ? exitCodes.ok : exitCodes.found
  },
}

function describeRate({ readBytes, readMs }: CheckReport): string {
  return readBytes === 0 ? '' : `, read at ${formatRate((readBytes / Math.max(1, readMs)) * 1000)}`
}

function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`
}

const LABELS = {
  files: 'Files and folders',
  contents: 'Contents',
  store: 'The store',
} as const
