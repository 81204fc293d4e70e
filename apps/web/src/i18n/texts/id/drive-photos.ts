import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': 'Hari ini',
  'photos.scrubber': 'Berpindah antarbulan',
  'photos.choose': 'Pilih {name}',
  'photos.chooseDay': 'Pilih semua dari {day}',
  'photos.empty': 'Belum ada foto',
  'photos.empty.hint':
    'Foto dan video dari semua folder Anda muncul di sini, menurut hari pengambilannya.',
}
