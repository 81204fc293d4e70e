import type { texts as english } from '../en/app.ts'

export const texts: Record<keyof typeof english, string> = {
  'app.name': 'Awan',
  'app.language': 'Bahasa',
  'app.theme': 'Tema',
  'app.theme.system': 'Sistem',
  'app.theme.light': 'Terang',
  'app.theme.dark': 'Gelap',
  'app.skip': 'Langsung ke isi',
  'app.notifications': 'Pemberitahuan',
  'app.close': 'Tutup',
  'app.cancel': 'Batal',
  'app.retry': 'Coba lagi',
  'app.loading': 'Memuat',

  'error.title': 'Itu tidak berhasil',
  'error.tooMany': 'Terlalu banyak percobaan. Tunggu sebentar, lalu coba lagi.',
  'error.load': 'Ini tidak dapat dimuat',
  'error.load.hint': 'Periksa koneksi Anda, lalu coba lagi.',
  'error.crash': 'Halaman ini berhenti berfungsi',
  'error.crash.hint': 'Berkas Anda aman. Muat ulang halaman untuk melanjutkan.',
  'error.reload': 'Muat ulang',
  'error.requestId': 'Permintaan {id}',
  'error.copyRequestId': 'Salin nomor permintaan',
  'error.copied': 'Disalin',
  'error.dismiss': 'Tutup',

  'missing.title': 'Tidak ada apa-apa di sini',
  'missing.hint': 'Alamatnya mungkin salah ketik, atau halamannya sudah pindah.',
  'missing.home': 'Buka berkas saya',

  'password.show': 'Tampilkan kata sandi',
  'password.hide': 'Sembunyikan kata sandi',

  'contact.country': 'Negara atau wilayah',
  'contact.country.search': 'Cari nama atau kode',
  'contact.country.none': 'Tidak ada negara yang cocok',
  'contact.country.notPhone': 'Bukan nomor telepon',

  'account.menu': 'Akun Anda',
  'account.title': 'Akun',
  'account.manage': 'Kelola akun',
  'account.administration': 'Administrasi',
  'account.signOut': 'Keluar',
  'account.signOut.uploading': 'Unggahan masih berjalan',
  'account.signOut.uploading.hint': 'Keluar akan membatalkannya.',
  'account.signOut.anyway': 'Keluar dan batalkan',

  'verify.title.email': 'Periksa email Anda',
  'verify.title.phone': 'Periksa pesan Anda',
  'verify.subtitle': 'Kami mengirim kode 6 digit ke {contact}.',
  'verify.code': 'Kode 6 digit',
  'verify.code.short': 'Ketik semua 6 digit.',
  'verify.code.expired': 'Kode ini tidak berlaku lagi. Minta yang baru.',
  'verify.submit': 'Verifikasi',
  'verify.resend': 'Kirim kode baru',
  'verify.resendIn': 'Kode baru dalam {seconds} detik',
  'verify.sent': 'Kode baru sedang dikirim.',

  'account.guest': 'Tamu',
  'account.add': 'Tambah akun lain',
  'account.all': 'Semua akun',
  'account.others': 'Beralih ke',

  'guest.banner':
    'Anda di sini tanpa akun. Jika data peramban ini dihapus atau tidak dipakai selama 90 hari, berkas Anda akan hilang.',
  'guest.banner.label': 'Tentang berkas Anda',
  'guest.create': 'Buat akun',
  'guest.signIn': 'Saya punya akun',
  'guest.leave.title': 'Tinggalkan berkas Anda?',
  'guest.leave.text':
    'Tamu tidak dapat masuk lagi. Begitu Anda keluar, berkas Anda di sini tidak akan pernah bisa dibuka lagi.',
  'guest.leave.anyway': 'Tetap keluar',

  'date.today': 'Hari ini {time}',
  'date.yesterday': 'Kemarin',
  'goodbye.title': 'Akun Anda akan dihapus',
  'goodbye.until':
    'Sampai {date} Anda dapat memulihkannya: masuk seperti biasa. Setelah itu akun dihapus permanen.',
  'goodbye.signIn': 'Ke halaman masuk',
}
