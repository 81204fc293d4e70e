import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': 'Hari ini',
  'photos.scrubber': 'Berpindah antarbulan',
  'photos.choose': 'Pilih {name}',
  'photos.chooseDay': 'Pilih semua dari {day}',
  'photos.empty': 'Belum ada foto',
  'photos.empty.hint':
    'Foto dan video dari semua folder Anda muncul di sini, menurut hari pengambilannya.',
  'photos.jump': 'Buka bulan',
  'photos.camera': 'Kamera',
  'photos.size': 'Ukuran gambar',
  'photos.sizeIs': 'Ukuran gambar: {size}',
  'photos.size.small': 'Kecil',
  'photos.size.medium': 'Sedang',
  'photos.size.large': 'Besar',
  'photos.add': 'Tambahkan foto',
  'photos.folder': 'Foto',
  'photos.none': 'Tidak ada foto yang cocok dengan filter',
  'photos.none.hint': 'Ubah atau hapus filter untuk melihat lebih banyak.',
  'photos.video': '{name}, video',
  'photos.videoLong': '{name}, video, {length}',
}
