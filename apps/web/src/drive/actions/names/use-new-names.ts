import type { CheckedRename, File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorMessage } from '../../../session/use-error-handler.ts'
import { useDrive } from '../../DriveProvider.tsx'
import type { Chosen } from '../../selection/whole-place.ts'
import { checkNames, readPhotoTimes } from './ask-server.ts'
import {
  addRefusals,
  findTroubles,
  isChanged,
  type NameTrouble,
  type NewName,
} from './judge-names.ts'
import { type NameRule, newNames } from './new-names.ts'
import { readChosen } from './read-chosen.ts'

/** Somebody who types is not checked with each letter. */
const CHECK_AFTER_MS = 300

/** The names that the files would get, and everything that is wrong with them. */
export interface WantedNames {
  rule: NameRule
  names: readonly NewName[]
  changing: readonly NewName[]
  /** What is wrong with names, by the ids of the files. */
  troubles: ReadonlyMap<string, NameTrouble>
  /** Undefined until the server was asked. */
  problems: CheckedRename['problems'] | undefined
}

export type NamesState =
  | { kind: 'reading' }
  | { kind: 'too many' }
  | { kind: 'failed'; reason: string }
  | ({ kind: 'ready' } & WantedNames)

export function useNewNames(chosen: Chosen, firstRule: NameRule) {
  const drive = useDrive()
  const messageOf = useErrorMessage()
  const [rule, setRule] = useState(firstRule)
  const [files, setFiles] = useState<readonly File[]>()
  const [times, setTimes] = useState<ReadonlyMap<string, string>>()
  const [state, setState] = useState<NamesState>({ kind: 'reading' })
  const fail = useEffectEvent((error: unknown, signal: AbortSignal) => {
    if (!signal.aborted) setState({ kind: 'failed', reason: messageOf(error) })
  })

  const read = useEffectEvent(async (signal: AbortSignal) => {
    const found = await readChosen(chosen, signal)
    if (signal.aborted) return
    if (found) setFiles(found)
    else setState({ kind: 'too many' })
  })
  useEffect(() => {
    const reading = new AbortController()
    read(reading.signal).catch((error) => fail(error, reading.signal))
    return () => reading.abort()
  }, [])

  const needsTimes = rule.kind === 'date' && rule.by === 'taken' && times === undefined
  useEffect(() => {
    if (!needsTimes || !files) return
    const reading = new AbortController()
    readPhotoTimes(drive, files, reading.signal).then(
      (found) => {
        if (!reading.signal.aborted) setTimes(found)
      },
      (error) => fail(error, reading.signal),
    )
    return () => reading.abort()
  }, [needsTimes, files, drive])

  const check = useEffectEvent(async (names: WantedNames, signal: AbortSignal) => {
    const asked = names.changing.filter(({ file }) => !names.troubles.has(file.id))
    const problems = await checkNames(drive, asked, signal)
    if (signal.aborted) return
    const stale = problems.filter(({ error }) => error === 'failed_precondition')
    if (stale.length > 0 && files) {
      // What others have changed meanwhile is shown as it is now, and named after that.
      const changed = await readAgain(drive, files, new Set(stale.map(({ id }) => id)), signal)
      if (!signal.aborted && changed !== files) return setFiles(changed)
    }
    if (signal.aborted) return
    const troubles = addRefusals(names.troubles, names.names, problems)
    setState({ kind: 'ready', ...names, troubles, problems })
  })
  useEffect(() => {
    if (!files || needsTimes) return
    const checking = new AbortController()
    const wanted = toWanted(files, rule, times)
    setState({ kind: 'ready', ...wanted })
    const timer = setTimeout(
      () => check(wanted, checking.signal).catch((error) => fail(error, checking.signal)),
      CHECK_AFTER_MS,
    )
    return () => {
      clearTimeout(timer)
      checking.abort()
    }
  }, [files, rule, times, needsTimes])

  return { state: needsTimes && files ? ({ kind: 'reading' } as const) : state, rule, setRule }
}

function toWanted(
  files: readonly File[],
  rule: NameRule,
  times: ReadonlyMap<string, string> | undefined,
): WantedNames {
  const given = newNames(files, rule, times)
  const names = files.map((file, at) => ({ file, name: given[at] ?? file.name }))
  const changing = names.filter(isChanged)
  const troubles = findTroubles(names)
  const problems = changing.length === 0 ? [] : undefined
  return { rule, names, changing, troubles, problems }
}

/** So many are read again one by one; of more, the server says that they have changed. */
const READ_AGAIN_AT_MOST = 100

async function readAgain(
  drive: ReturnType<typeof useDrive>,
  files: readonly File[],
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly File[]> {
  const current = new Map<string, File | undefined>()
  for (const id of [...ids].slice(0, READ_AGAIN_AT_MOST)) {
    if (signal.aborted) return files
    current.set(id, await readFile(drive, id))
  }
  const isNews = files.some(({ id, etag }) => current.has(id) && current.get(id)?.etag !== etag)
  if (!isNews) return files
  return files.flatMap((file) => (current.has(file.id) ? (current.get(file.id) ?? []) : file))
}

async function readFile(drive: ReturnType<typeof useDrive>, id: string): Promise<File | undefined> {
  try {
    const { ancestors: _, ...file } = await drive.files.get(id)
    return file
  } catch (error) {
    if (isServiceError(error, 'not_found')) return undefined
    throw error
  }
}
