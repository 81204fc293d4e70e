import type { AdminTeamDrive } from '@awan/client/admin'
import { Gauge, MoreVertical, Pencil, Trash2, UserRoundCog } from 'lucide-react'
import { useRef } from 'react'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { ProgressBar, roomTone } from '../../../ui/ProgressBar.tsx'

/** What an administrator can do about a team drive. */
export type DriveAct = 'appoint' | 'rename' | 'quota' | 'delete'

/** A team drive: how full it is and who manages it, and never what is in it. */
export function DriveRow({
  drive: { name, used_bytes, quota_bytes, members, managers },
  onAct,
}: {
  drive: AdminTeamDrive
  onAct: (act: DriveAct) => void
}) {
  const { t, tag } = useLanguage()
  const picked = useRef<DriveAct>(undefined)
  const used = formatBytes(used_bytes, tag)
  const fraction = quota_bytes ? used_bytes / quota_bytes : 1
  const words =
    quota_bytes === undefined
      ? t('usage.unlimited', { used })
      : t('usage.of', { used, quota: formatBytes(quota_bytes, tag) })
  const names = new Intl.ListFormat(tag).format(managers.map((manager) => manager.name))
  const hasManager = managers.length > 0

  /** Once the focus is back at the button: the dialog then leads back there too. */
  function open() {
    const act = picked.current
    picked.current = undefined
    if (act) onAct(act)
  }
  const item = (act: DriveAct) => ({
    onSelect: () => {
      picked.current = act
    },
  })

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {hasManager ? null : <Badge tone="bad">{t('adminDrives.unmanaged')}</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {t('adminDrives.members', { count: members })}
          {hasManager ? ` · ${t('adminDrives.managedBy', { names })}` : null}
        </p>
        {hasManager ? null : (
          <p className="mt-1 text-sm text-muted">{t('adminDrives.unmanaged.text')}</p>
        )}
      </div>
      <div className="flex min-w-0 flex-[1_1_11rem] flex-col gap-1.5">
        <p className="text-sm tabular-nums">{words}</p>
        {quota_bytes === undefined ? null : (
          <ProgressBar
            fraction={fraction}
            tone={roomTone(fraction)}
            label={t('usage.bar', { name })}
            valueText={words}
          />
        )}
      </div>
      <div className="flex items-center gap-1">
        {hasManager ? null : (
          <Button
            size="small"
            aria-label={t('adminDrives.appoint.of', { name })}
            onClick={() => onAct('appoint')}
          >
            {t('adminDrives.appoint')}
          </Button>
        )}
        <Menu
          align="end"
          onClosed={open}
          trigger={<IconButton icon={MoreVertical} label={t('adminDrives.acts', { name })} />}
        >
          <MenuItem icon={UserRoundCog} {...item('appoint')}>
            {t('adminDrives.appoint')}
          </MenuItem>
          <MenuItem icon={Pencil} {...item('rename')}>
            {t('adminDrives.rename')}
          </MenuItem>
          <MenuItem icon={Gauge} {...item('quota')}>
            {t('usage.change')}
          </MenuItem>
          <MenuItem icon={Trash2} isDanger {...item('delete')}>
            {t('adminDrives.delete')}
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
}
