import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': 'Hari ini',
  'photos.scrubber': 'Beralih mengikut bulan',
  'photos.choose': 'Pilih {name}',
  'photos.chooseDay': 'Pilih semua pada {day}',
  'photos.empty': 'Belum ada foto',
  'photos.empty.hint':
    'Foto dan video daripada semua folder anda dipaparkan di sini mengikut hari ia diambil.',
  'photos.jump': 'Pergi ke bulan',
  'photos.camera': 'Kamera',
  'photos.size': 'Saiz gambar',
  'photos.sizeIs': 'Saiz gambar: {size}',
  'photos.size.small': 'Kecil',
  'photos.size.medium': 'Sederhana',
  'photos.size.large': 'Besar',
  'photos.add': 'Tambah foto',
  'photos.folder': 'Foto',
  'photos.none': 'Tiada foto yang sepadan dengan penapis',
  'photos.none.hint': 'Ubah atau kosongkan penapis untuk melihat lebih banyak.',
  'photos.video': '{name}, video',
  'photos.videoLong': '{name}, video, {length}',
}
