/** The configuration file of a cluster of one monitor, one storage daemon and one S3 gateway. */
export function cephSettings(of: {
  folder: string
  fsid: string
  monitorPort: number
  gatewayPort: number
}): string {
  // The gateway makes its pools one after the other, and each waits for the monitor to agree with
  // itself: the two paxos intervals, a second by default, are what most of the start is spent on.
  // What was deleted is kept for two hours by default. A long run leaves 33 MB for each kill even so, of which
  // two thirds are contents: the room is a limit, and only what is used is taken.
  return `[global]
fsid = ${of.fsid}
mon host = [v2:127.0.0.1:${of.monitorPort}]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = ${of.folder}/keyring
run dir = ${of.folder}
admin socket =
log file =
log to stderr = true
err to stderr = true
paxos propose interval = 0.05
paxos min wait = 0.01
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 1000
mon data avail warn = 1
mon data avail crit = 1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
[mon.a]
mon data = ${of.folder}/mon
[osd]
osd data = ${of.folder}/osd
osd objectstore = memstore
memstore device bytes = 17179869184
[client.rgw.a]
rgw data = ${of.folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${of.gatewayPort} tcp_nodelay=1
rgw thread pool size = 64
rgw crypt require ssl = false
rgw gc obj min wait = 10
rgw gc processor period = 10
rgw gc processor max time = 10
`
}
