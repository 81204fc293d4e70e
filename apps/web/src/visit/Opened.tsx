import type { Visit } from '@awan/client/links'
import { rightsOfRole } from '../drive/access/allows.ts'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Notice } from '../ui/Notice.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { usePart } from '../ui/use-part.ts'
import type { Door } from './door/door.ts'
import { FilePage } from './file/FilePage.tsx'
import { FolderPage } from './folder/FolderPage.tsx'
import type { UploadsPart } from './uploads/uploads-part.ts'
import { useNode, type VisitFolder } from './use-node.ts'
import { VisitFrame } from './VisitFrame.tsx'
import { useVisit, VisitProvider } from './VisitProvider.tsx'
import { hrefOf, useWhere } from './where.ts'

const drop = lazyPart(() => import('./drop/DropPage.tsx').then((part) => part.DropPage))

/** What is behind the door. */
export function Opened({
  door,
  visit,
  uploadsPart,
  person,
}: {
  door: Door
  visit: Visit
  uploadsPart: UploadsPart
  person: string | undefined
}) {
  return (
    <VisitProvider door={door} visit={visit} person={person} uploadsPart={uploadsPart}>
      <VisitFrame person={person}>{visit.role === 'drop' ? <Drop /> : <Node />}</VisitFrame>
    </VisitProvider>
  )
}

function Drop() {
  const Part = usePart(drop, { isWanted: true })
  return Part ? <Part /> : <Waiting />
}

function Node() {
  const { visit } = useVisit()
  const where = useWhere()
  const { node, role } = visit
  const id = where ?? node.id
  // What the visit has told of its folder is enough to list it.
  return id === node.id && node.kind === 'folder' ? (
    <TopFolder folder={{ ...node, ancestors: [], capabilities: rightsOfRole(role) }} />
  ) : (
    <NodeOf key={id} id={id} />
  )
}

function TopFolder({ folder }: { folder: VisitFolder }) {
  const t = useTexts()
  const { visit } = useVisit()
  usePageTitle(visit.label ?? folder.name, t('app.name'))
  return <FolderPage folder={folder} />
}

function NodeOf({ id }: { id: string }) {
  const t = useTexts()
  const { visit } = useVisit()
  const { node, isGone, isFailed, retry } = useNode(id)
  usePageTitle(node?.name ?? visit.label ?? visit.node.name, t('app.name'))
  if (isGone) {
    return (
      <Notice
        level={1}
        picture={null}
        title={t('visit.gone')}
        actions={<a href={hrefOf(undefined)}>{t('visit.back', { name: visit.node.name })}</a>}
      />
    )
  }
  if (isFailed) {
    return (
      <LoadProblem
        title={t('error.load')}
        hint={t('error.load.hint')}
        retryLabel={t('app.retry')}
        onRetry={retry}
      />
    )
  }
  if (!node) return <Waiting />
  return node.kind === 'folder' ? (
    <FolderPage key={node.id} folder={node} />
  ) : (
    <FilePage file={node} onChanged={retry} />
  )
}

function Waiting() {
  const t = useTexts()
  return <p className="m-auto py-16 text-muted animate-pulse-soft">{t('app.loading')}</p>
}
