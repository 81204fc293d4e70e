import type { File } from '@awan/protocol/drive'
import { TriangleAlert } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { allows } from '../access/allows.ts'
import { FileActivity } from '../activity/FileActivity.tsx'
import type { DetailTab } from '../address/use-details.ts'
import { VersionList } from '../versions/VersionList.tsx'
import { Description } from './Description.tsx'
import { DetailPicture } from './DetailPicture.tsx'
import { DetailsFrame } from './DetailsFrame.tsx'
import { FileFacts } from './FileFacts.tsx'
import { LockNotice } from './LockNotice.tsx'
import { ShareButton } from './ShareButton.tsx'
import { StarButton } from './StarButton.tsx'
import { TagEditor } from './TagEditor.tsx'

/** All that is known about one file or folder. */
export function DetailsPanel({
  file,
  tab = 'details',
  onTab,
  onClose,
}: {
  file: File
  tab?: DetailTab
  onTab: (tab: DetailTab) => void
  onClose: () => void
}) {
  const t = useTexts()
  // A folder has no versions, and those of a file are for whoever may bring them back.
  const hasVersions = file.kind === 'file' && allows(file, 'edit')
  // Nobody calls the top folder anything, and what lies in the trash stays as it is.
  const isMarkable = file.parent_id !== null && file.trashed_time === undefined
  return (
    <DetailsFrame
      title={file.name}
      isName
      actions={
        isMarkable ? (
          <>
            {allows(file, 'share') ? <ShareButton file={file} /> : null}
            <StarButton file={file} />
          </>
        ) : null
      }
      onClose={onClose}
    >
      <DetailPicture file={file} />
      <Tabs
        label={t('details.tabs')}
        // Whatever was looked at before.
        value={tab === 'versions' && !hasVersions ? 'details' : tab}
        onChoose={onTab}
        tabs={[
          {
            value: 'details',
            label: t('details.tab.details'),
            content: (
              <div className="flex flex-col gap-5">
                <LockNotice file={file} />
                <NameWarnings file={file} />
                <FileFacts file={file} />
                {isMarkable ? (
                  <>
                    <Description file={file} />
                    <TagEditor file={file} />
                  </>
                ) : null}
              </div>
            ),
          },
          ...(hasVersions
            ? [
                {
                  value: 'versions' as const,
                  label: t('details.tab.versions'),
                  content: <VersionList file={file} />,
                },
              ]
            : []),
          {
            value: 'activity',
            label: t('details.tab.activity'),
            content: <FileActivity fileId={file.id} />,
          },
        ]}
      />
    </DetailsFrame>
  )
}

/** Why a name is flagged. */
function NameWarnings({ file: { warnings = [] } }: { file: File }) {
  const t = useTexts()
  return warnings.map((system) => (
    <p key={system} className="flex gap-2 rounded-md bg-amber-soft px-3 py-2.5 text-sm text-text">
      <TriangleAlert
        aria-hidden="true"
        className="mt-px size-4 shrink-0 text-amber"
        strokeWidth={1.75}
      />
      {t(`details.warning.${system}`)}
    </p>
  ))
}
