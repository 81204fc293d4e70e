import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': 'Hari ini',
  'photos.scrubber': 'Beralih mengikut bulan',
  'photos.choose': 'Pilih {name}',
  'photos.chooseDay': 'Pilih semua pada {day}',
  'photos.empty': 'Belum ada foto',
  'photos.empty.hint':
    'Foto dan video daripada semua folder anda dipaparkan di sini mengikut hari ia diambil.',
}
