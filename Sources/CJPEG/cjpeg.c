#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

// A progressive file may hold any number of scans, each as costly as the image.
static const int maximum_scans = 200;
// Scans times pixels: ten of the largest images that are read have half of it, and it takes two seconds.
static const uint64_t maximum_work = UINT64_C(3000000000);

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf escape;
  char *message;
} error_manager;

static void fail(j_common_ptr info) {
  error_manager *errors = (error_manager *)info->err;
  char text[JMSG_LENGTH_MAX];
  (*info->err->format_message)(info, text);
  snprintf(errors->message, 200, "%s", text);
  longjmp(errors->escape, 1);
}

static void emit(j_common_ptr info, int level) {
  if (level >= 0) return;
  // The warnings that lose part of the picture: libjpeg would fill it with grey, or with noise.
  switch (info->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
      fail(info);
  }
}

static void watch_scans(j_common_ptr info) {
  if (!info->is_decompressor) return;
  j_decompress_ptr image = (j_decompress_ptr)info;
  error_manager *errors = (error_manager *)info->err;
  int scans = image->input_scan_number;
  uint64_t pixels = (uint64_t)image->image_width * image->image_height;
  if (scans > maximum_scans) {
    snprintf(errors->message, 200, "more than %d scans", maximum_scans);
    longjmp(errors->escape, 1);
  }
  if (scans > 1 && pixels * (uint64_t)scans > maximum_work) {
    snprintf(errors->message, 200, "%d scans and more are too many for %u x %u pixels", scans,
             image->image_width, image->image_height);
    longjmp(errors->escape, 1);
  }
}

// Bytes that libjpeg keeps of a progressive image before it has the first row: its coefficients, all of them.
static const uint64_t maximum_coefficients = 512 << 20;

static uint64_t coefficients(struct jpeg_decompress_struct *info) {
  uint64_t bytes = 0;
  if (!jpeg_has_multiple_scans(info)) return 0;
  for (int c = 0; c < info->num_components; c++) {
    jpeg_component_info *component = &info->comp_info[c];
    bytes += (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
  }
  return bytes;
}

// ITU-R BT.601 luma in integers.
static void to_grey(const unsigned char *rgb, unsigned char *out, uint32_t width) {
  for (uint32_t x = 0; x < width; x++) {
    out[x] = (unsigned char)((299 * rgb[3 * x] + 587 * rgb[3 * x + 1] + 114 * rgb[3 * x + 2]) / 1000);
  }
}

static void to_rgb(const unsigned char *row, unsigned char *out, uint32_t width, int components) {
  for (uint32_t x = 0; x < width; x++) {
    if (components == 1) {
      out[3 * x] = out[3 * x + 1] = out[3 * x + 2] = row[x];
    } else if (components == 3) {
      memcpy(out + 3 * x, row + 3 * x, 3);
    } else {
      // CMYK as Adobe writes it: inverted, so that a product with K is the colour.
      for (int c = 0; c < 3; c++) {
        out[3 * x + c] = (unsigned char)(row[4 * x + c] * row[4 * x + 3] / 255);
      }
    }
  }
}

int cjpeg_decode(
    const unsigned char *bytes, size_t size, int channels, uint32_t maximum_side,
    uint64_t maximum_pixels, cjpeg_image *image) {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  error_manager errors;
  unsigned char *volatile row = NULL;
  unsigned char *volatile rgb = NULL;
  memset(image, 0, sizeof *image);
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = fail;
  errors.base.emit_message = emit;
  errors.message = image->message;
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    free(row);
    free(rgb);
    cjpeg_free(image);
    return -1;
  }
  jpeg_create_decompress(&info);
  progress.progress_monitor = watch_scans;
  info.progress = &progress;
  jpeg_mem_src(&info, bytes, size);
  jpeg_read_header(&info, TRUE);
  image->full_width = info.image_width;
  image->full_height = info.image_height;
  if ((uint64_t)info.image_width * info.image_height > maximum_pixels) {
    snprintf(image->message, sizeof image->message, "%u x %u pixels are too many",
             info.image_width, info.image_height);
    longjmp(errors.escape, 1);
  }
  if (coefficients(&info) > maximum_coefficients) {
    snprintf(image->message, sizeof image->message, "%u x %u pixels are too many for a progressive JPEG",
             info.image_width, info.image_height);
    longjmp(errors.escape, 1);
  }
  if (info.num_components == 4) {
    info.out_color_space = JCS_CMYK;
  } else if (info.num_components != 1) {
    info.out_color_space = JCS_RGB;
  }
  info.scale_num = 8;
  info.scale_denom = 8;
  jpeg_calc_output_dimensions(&info);
  while (info.scale_num > 1 &&
         (info.output_width > maximum_side || info.output_height > maximum_side)) {
    info.scale_num /= 2;
    jpeg_calc_output_dimensions(&info);
  }
  jpeg_start_decompress(&info);
  image->width = info.output_width;
  image->height = info.output_height;
  row = malloc((size_t)info.output_width * (size_t)info.output_components);
  rgb = malloc((size_t)info.output_width * 3);
  image->pixels = malloc((size_t)info.output_width * info.output_height * (size_t)channels);
  if (row == NULL || rgb == NULL || image->pixels == NULL) {
    snprintf(image->message, sizeof image->message, "not enough memory");
    longjmp(errors.escape, 1);
  }
  while (info.output_scanline < info.output_height) {
    unsigned char *rows[1] = {row};
    uint32_t y = info.output_scanline;
    jpeg_read_scanlines(&info, rows, 1);
    unsigned char *out = image->pixels + (size_t)y * info.output_width * (size_t)channels;
    to_rgb(row, channels == 1 ? rgb : out, info.output_width, info.output_components);
    if (channels == 1) to_grey(rgb, out, info.output_width);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  free(row);
  free(rgb);
  return 0;
}

void cjpeg_free(cjpeg_image *image) {
  free(image->pixels);
  image->pixels = NULL;
}
