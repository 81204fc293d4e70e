import type { Version } from '@awan/protocol/drive'
import { Download, EllipsisVertical, Eye, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { formatBytes, formatExactly, formatMoment } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useSub } from '../../session/ClientProvider.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'

export function VersionRow({
  version,
  mayEdit,
  mayDelete,
  onView,
  onDownload,
  onRestore,
  onName,
  onUnname,
  onDelete,
}: {
  version: Version
  mayEdit: boolean
  mayDelete: boolean
  onView: () => void
  onDownload: () => void
  onRestore: () => void
  onName: () => void
  onUnname: () => void
  onDelete: () => void
}) {
  const { t, tag } = useLanguage()
  const sub = useSub()
  const at = new Date(version.created_time)
  const time = formatMoment(at, tag)
  const isNamed = version.name !== undefined
  const facts = [
    isNamed ? time : undefined,
    formatBytes(version.size, tag),
    version.created_by !== undefined && version.created_by === sub ? t('versions.you') : undefined,
  ]
  return (
    <li className="flex min-h-13 items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          {isNamed ? (
            <span translate="no" className="min-w-0 truncate font-medium" title={version.name}>
              {version.name}
            </span>
          ) : (
            <time
              dateTime={version.created_time}
              title={formatExactly(at, tag)}
              className="min-w-0 truncate font-medium tabular-nums"
            >
              {time}
            </time>
          )}
          {version.current ? <Badge tone="good">{t('versions.current')}</Badge> : null}
        </p>
        <p className="truncate text-sm text-muted tabular-nums">
          {facts.filter((fact) => fact !== undefined).join(' · ')}
        </p>
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton
            small
            icon={EllipsisVertical}
            label={t('versions.menu', { time })}
            className="-me-2"
          />
        }
      >
        <MenuItem icon={Eye} onSelect={onView}>
          {t('versions.view')}
        </MenuItem>
        <MenuItem icon={Download} onSelect={onDownload}>
          {t('versions.download')}
        </MenuItem>
        {version.current || !mayEdit ? null : (
          <MenuItem icon={RotateCcw} onSelect={onRestore}>
            {t('versions.restore')}
          </MenuItem>
        )}
        {mayEdit || (mayDelete && !version.current) ? <MenuLine /> : null}
        {mayEdit ? (
          <MenuItem icon={Tag} onSelect={onName}>
            {t(isNamed ? 'versions.rename' : 'versions.name')}
          </MenuItem>
        ) : null}
        {isNamed && mayEdit ? (
          <MenuItem icon={Tag} onSelect={onUnname}>
            {t('versions.unname')}
          </MenuItem>
        ) : null}
        {version.current || !mayDelete ? null : (
          <MenuItem icon={Trash2} onSelect={onDelete}>
            {t('versions.delete')}
          </MenuItem>
        )}
      </Menu>
    </li>
  )
}
