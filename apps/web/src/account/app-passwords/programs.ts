import type { Translate } from '../../i18n/keys.ts'

export const programs = [
  'computer',
  'phone',
  'owncloud',
  'finder',
  'windows',
  'linux',
  'rclone',
] as const

export type Program = (typeof programs)[number]

/** How one kind of program is connected, in lines that a person follows. */
export interface ProgramGuide {
  name: string
  lines: readonly [string, string, string]
  /** What the program asks for as its address. */
  address: string
  /** It gets a password of its own when its person lets it in. */
  needsNoPassword?: boolean
  /** Its camera reads the address, the user name and the password at once. */
  scans?: boolean
}

export function guideOf(
  program: Program,
  { origin, userName }: { origin: string; userName: string },
  t: Translate,
): ProgramGuide {
  const dav = `${origin}/dav/`
  const signIn = t('connectDevice.signIn')
  const type = (address: string) => t('connectDevice.address', { address })
  switch (program) {
    case 'computer':
      return {
        name: t('connectDevice.computer'),
        address: origin,
        needsNoPassword: true,
        lines: [t('connectDevice.computer.1'), type(origin), t('connectDevice.computer.3')],
      }
    case 'phone':
      return {
        name: t('connectDevice.phone'),
        address: origin,
        scans: true,
        lines: [
          t('connectDevice.phone.1'),
          t('connectDevice.phone.2', { address: origin }),
          t('connectDevice.phone.3'),
        ],
      }
    case 'owncloud':
      return {
        name: t('connectDevice.owncloud'),
        address: origin,
        lines: [t('connectDevice.owncloud.1'), type(origin), signIn],
      }
    case 'finder':
      return {
        name: t('connectDevice.finder'),
        address: dav,
        lines: [t('connectDevice.finder.1'), type(dav), signIn],
      }
    case 'windows':
      return {
        name: t('connectDevice.windows'),
        address: dav,
        lines: [
          t('connectDevice.windows.1'),
          t('connectDevice.windows.2', { address: dav }),
          signIn,
        ],
      }
    case 'linux':
      return {
        name: t('connectDevice.linux'),
        address: dav,
        lines: [
          t('connectDevice.linux.1'),
          t('connectDevice.linux.2', {
            gnome: dav.replace(/^http/, 'dav'),
            kde: dav.replace(/^http/, 'webdav'),
          }),
          signIn,
        ],
      }
    case 'rclone': {
      const url = `${origin}/remote.php/dav/files/${userName}/`
      const command = `rclone config create awan webdav url=${url} vendor=nextcloud user=${userName} pass=APP_PASSWORD --obscure`
      return {
        name: t('connectDevice.rclone'),
        address: url,
        lines: [
          t('connectDevice.rclone.1'),
          t('connectDevice.rclone.2', { command }),
          t('connectDevice.rclone.3', { command: 'rclone ls awan:' }),
        ],
      }
    }
  }
}
