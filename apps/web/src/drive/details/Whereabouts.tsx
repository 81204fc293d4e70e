import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useFolderLink } from '../address/use-folder-link.ts'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import { Fact } from './FactList.tsx'

/** The folders that lead to it, each a way there. */
export function Whereabouts({ file }: { file: File }) {
  const t = useTexts()
  const toFolder = useFolderLink()
  const { data } = useQuery({
    // Where it lies now: what was moved is asked for again.
    ...folderQuery(useDrive(), file.id),
    enabled: file.parent_id !== null,
  })
  if (file.parent_id === null) return null
  const isHere = data?.parent_id === file.parent_id
  return (
    <Fact name={t('details.where')}>
      {isHere ? (
        data.ancestors.map(({ id, name }, depth) => (
          <Fragment key={id}>
            {depth === 0 ? null : <span className="text-muted"> / </span>}
            {name === '' ? (
              <Link to="/files" className={link}>
                {t('nav.files')}
              </Link>
            ) : (
              <Link {...toFolder(id)} translate="no" className={link}>
                {name}
              </Link>
            )}
          </Fragment>
        ))
      ) : (
        <Skeleton className="h-4 w-28" />
      )}
    </Fact>
  )
}

const link = 'rounded-sm text-accent-ink underline-offset-2 hover:underline'
