import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from '/mediabunny/mediabunny.mjs'

/** Records a video as VP9 in WebM; returns its bytes and its exact length. */
export async function record(canvas, video, { fps, keyQuantizer, quantizer, keyEvery }) {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { frameRate: fps })
  await output.start()

  let failure
  let written = Promise.resolve()
  const encoder = new VideoEncoder({
    output: (chunk, meta) => (written = written.then(() => source.add(EncodedPacket.fromEncodedChunk(chunk), meta))),
    error: (error) => (failure = error),
  })
  encoder.configure({
    codec: 'vp09.00.30.08',
    width: canvas.width,
    height: canvas.height,
    framerate: fps,
    bitrateMode: 'quantizer',
    latencyMode: 'quality',
    contentHint: 'detail',
  })

  const frames = Math.round(video.seconds * fps)
  const cutFrames = new Set(video.cuts.map((cut) => Math.round(cut * fps)))
  let lastKey = 0
  for (let i = 0; i < frames && !failure; i++) {
    video.draw(i / fps)
    // Scenes start with a key frame while the screen is almost empty, so that seeking from point to point is quick.
    const keyFrame = cutFrames.has(i) || i - lastKey >= keyEvery * fps
    if (keyFrame) lastKey = i
    const frame = new VideoFrame(canvas, { timestamp: Math.round((i / fps) * 1e6), duration: Math.round(1e6 / fps) })
    encoder.encode(frame, { keyFrame, vp9: { quantizer: keyFrame ? keyQuantizer : quantizer } })
    frame.close()
    if (encoder.encodeQueueSize > 8)
      await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }))
  }
  await encoder.flush()
  encoder.close()
  await written
  if (failure) throw failure
  await output.finalize()
  return { bytes: new Uint8Array(output.target.buffer), seconds: frames / fps }
}
