import { byteSize } from '../config/parsers.ts'
import type { Usage } from '../drive/quota/quotas.ts'
import { type Command, type CommandCall, type ExitCode, exitCodes, UsageError } from './command.ts'
import { describeOwner } from './describe-owner.ts'
import { requirePerson } from './find-person.ts'
import { formatBytes } from './format-bytes.ts'
import { toTable } from './table.ts'

export const quotaCommand: Command = {
  name: 'quota',
  usage: 'list | set PERSON SIZE|none',
  summary: 'Shows and sets how much each person may store.',
  details: `  list                   shows everybody who has a drive, with used bytes and quota
  set PERSON SIZE        e.g. 100GB, 1TiB, a number of bytes, or none for no limit; with less than is used,
                         nothing is removed, but nothing can be added

A person is an e-mail address, a phone number, a user name or an id. The quota of new drives is
AWAN_DEFAULT_QUOTA.`,
  options: {},

  async run(call) {
    const [act, ...rest] = call.args
    if (act === 'list' && rest.length === 0) return list(call)
    if (act === 'set' && rest.length === 2) return set(call, rest[0] ?? '', rest[1] ?? '')
    throw new UsageError('Use `list`, or `set` with a person and a size.')
  },
}

async function list({ terminal, open }: CommandCall): Promise<ExitCode> {
  const { parts } = await open()
  const usages: (Usage & { name: string })[] = []
  for await (const usage of parts.drive.quotas.list()) {
    usages.push({ ...usage, name: (await describeOwner(parts, usage.sub))?.name ?? usage.sub })
  }
  terminal.result(
    usages.map(toJson),
    toTable(
      ['person', 'used', 'of'],
      usages.map(({ name, usedBytes, quotaBytes }) => [
        name,
        formatBytes(usedBytes),
        describeLimit(quotaBytes),
      ]),
    ),
  )
  return exitCodes.ok
}

async function set({ terminal, open }: CommandCall, who: string, size: string): Promise<ExitCode> {
  const bytes = parseSize(size)
  const { parts } = await open()
  const person = await requirePerson(parts.account, who)
  const usage = await parts.drive.quotas.set(person.sub, bytes)
  const { usedBytes, quotaBytes } = usage
  terminal.result(
    toJson({ ...usage, name: who }),
    `${who} uses ${formatBytes(usedBytes)} of ${describeLimit(quotaBytes)}.`,
  )
  return exitCodes.ok
}

function parseSize(text: string): number | undefined {
  const isNumber = /^\d{1,15}$/.test(text)
  const parsed = isNumber ? ({ ok: true, value: Number(text) } as const) : byteSize(text)
  if (!parsed.ok) throw new UsageError(`"${text}" is not a size. Expected: ${parsed.expected}.`)
  return parsed.value === 'none' ? undefined : parsed.value
}

function describeLimit(bytes: number | undefined): string {
  return bytes === undefined ? 'no limit' : formatBytes(bytes)
}

function toJson({ sub, name, usedBytes, quotaBytes }: Usage & { name: string }) {
  return { sub, name, used_bytes: usedBytes, quota_bytes: quotaBytes ?? null }
}
