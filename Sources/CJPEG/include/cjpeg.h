// libjpeg reports errors by longjmp, which Swift must not see: these few lines keep it in C.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A decoded image: 8-bit RGB or grey, row after row from the top; `pixels` is freed by `cjpeg_free`.
typedef struct {
  uint32_t full_width;
  uint32_t full_height;
  uint32_t width;
  uint32_t height;
  unsigned char *pixels;
  char message[200];
} cjpeg_image;

/// Decodes all of a JPEG into 1 (grey) or 3 (RGB) channels, reduced by 1/2, 1/4 or 1/8 until no side is over
/// `maximum_side`.
/// Returns 0, or -1 with `message` where it is not a JPEG, is cut, has over `maximum_pixels`, or is progressive and so
/// large that its coefficients don't fit into half a gigabyte.
int cjpeg_decode(
    const unsigned char *bytes, size_t size, int channels, uint32_t maximum_side,
    uint64_t maximum_pixels, cjpeg_image *image);

/// Frees what `cjpeg_decode` made; safe on a zeroed image.
void cjpeg_free(cjpeg_image *image);
