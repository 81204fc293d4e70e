import type { File, Version } from '@awan/protocol/drive'
import { useState } from 'react'
import { formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler, useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { allows } from '../access/allows.ts'
import { NameVersionDialog } from './NameVersionDialog.tsx'
import { useVersionActs, type VersionActs } from './use-version-acts.ts'
import { useVersions } from './use-versions.ts'
import { VersionDialog } from './VersionDialog.tsx'
import { VersionRow } from './VersionRow.tsx'

type Doing = { what: 'view' | 'name' | 'delete'; version: Version }

/** The contents that a file has had, the newest first. */
export function VersionList({ file }: { file: File }) {
  const { t } = useLanguage()
  const messageOf = useErrorMessage()
  const handleError = useErrorHandler()
  const query = useVersions(file.id)
  const { versions } = query
  const current = versions?.find((version) => version.current)
  const acts = useVersionActs(file, current)
  const [doing, setDoing] = useState<Doing>()

  if (versions === undefined) {
    if (!query.isError) return <RowSkeletons count={3} />
    return (
      <div role="alert">
        <LoadProblem
          title={t('error.load')}
          hint={messageOf(query.error)}
          retryLabel={t('app.retry')}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label={t('versions.list')} className="-my-1 flex flex-col divide-y divide-line">
        {versions.map((version) => (
          <VersionRow
            key={version.id}
            version={version}
            mayEdit={allows(file, 'edit')}
            mayDelete={allows(file, 'own')}
            onView={() => setDoing({ what: 'view', version })}
            onDownload={() => void acts.download(version)}
            onRestore={() => void acts.restore(version)}
            onName={() => setDoing({ what: 'name', version })}
            onUnname={() => void acts.rename(version, null).catch(handleError)}
            onDelete={() => setDoing({ what: 'delete', version })}
          />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          look="quiet"
          size="small"
          className="self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('versions.more')}
        </Button>
      ) : null}
      <p className="text-sm text-muted">
        {t(versions.length === 1 && !query.hasNextPage ? 'versions.only' : 'versions.retention')}
      </p>
      {doing === undefined ? null : (
        <Dialogs
          key={doing.version.id}
          doing={doing}
          file={file}
          current={current}
          acts={acts}
          onClose={() => setDoing(undefined)}
        />
      )}
    </div>
  )
}

function Dialogs({
  doing: { what, version },
  file,
  current,
  acts,
  onClose,
}: {
  doing: Doing
  file: File
  current: Version | undefined
  acts: VersionActs
  onClose: () => void
}) {
  if (what === 'delete') return <DeleteDialog version={version} acts={acts} onClose={onClose} />
  if (what === 'name') return <NameVersionDialog version={version} acts={acts} onClose={onClose} />
  return (
    <VersionDialog file={file} version={version} current={current} acts={acts} onClose={onClose} />
  )
}

function DeleteDialog({
  version,
  acts,
  onClose,
}: {
  version: Version
  acts: VersionActs
  onClose: () => void
}) {
  const { t, tag } = useLanguage()
  const messageOf = useErrorMessage()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return (
    <ConfirmDialog
      question={{
        title: t('versions.delete.title'),
        text: t('versions.delete.text', {
          time: formatMoment(new Date(version.created_time), tag),
        }),
        confirm: t('versions.delete.confirm'),
      }}
      cancelLabel={t('app.cancel')}
      closeLabel={t('app.close')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => {
        setBusy(true)
        acts.remove(version).then(onClose, (error: unknown) => {
          setBusy(false)
          setProblem(messageOf(error))
        })
      }}
      onClose={onClose}
    />
  )
}
