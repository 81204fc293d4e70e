import type { File, Version } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { LineDiff } from './LineDiff.tsx'
import { diffLines, isDrawable } from './line-diff.ts'
import { ReadingBox } from './ReadingBox.tsx'
import { decodeText, MAX_TEXT_BYTES } from './version-view.ts'

/** The text of a version, and what has become of it since where the present one is as easily read. */
export function VersionText({
  file,
  version,
  current,
}: {
  file: File
  version: Version
  current: Version | undefined
}) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const isComparable =
    current !== undefined && current.id !== version.id && current.size <= MAX_TEXT_BYTES
  const then = useText(file.id, version.id)
  const now = useText(file.id, isComparable ? current.id : undefined)
  const [shown, setShown] = useState<'changes' | 'whole'>('changes')
  const error = then.error ?? now.error
  if (error !== null) return <Problem>{messageOf(error)}</Problem>
  if (then.data === undefined || (isComparable && now.data === undefined)) {
    return <Skeleton className="h-64 w-full" />
  }
  if (then.data.text === undefined) return <p className="text-muted">{t('versions.noPreview')}</p>
  const whole = <Text label={t('versions.show.whole')}>{then.data.text}</Text>
  const lines = now.data?.text === undefined ? undefined : diffLines(then.data.text, now.data.text)
  if (lines === undefined || !isDrawable(lines)) return whole
  return (
    <Tabs
      label={t('versions.show')}
      value={shown}
      onChoose={setShown}
      tabs={[
        {
          value: 'changes',
          label: t('versions.show.changes'),
          content: <LineDiff lines={lines} />,
        },
        { value: 'whole', label: t('versions.show.whole'), content: whole },
      ]}
    />
  )
}

function Text({ label, children }: { label: string; children: string }) {
  return (
    <ReadingBox label={label}>
      <pre translate="no" className="p-3 text-sm break-words whitespace-pre-wrap">
        {children}
      </pre>
    </ReadingBox>
  )
}

/** A version never changes: what was read once stays true. */
function useText(fileId: string, versionId: string | undefined) {
  const drive = useDrive()
  return useQuery({
    queryKey: ['drive', 'version-text', fileId, versionId],
    queryFn: async ({ signal }) => {
      const response = await drive.versions.download(fileId, versionId ?? '', { signal })
      return { text: decodeText(await response.arrayBuffer()) }
    },
    enabled: versionId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}
