#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

// A progressive file may hold any number of scans, each as costly as the image.
static const int maximum_scans = 200;

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
  // The one warning that loses part of the picture: libjpeg would fill the rest with grey.
  if (level < 0 && info->err->msg_code == JWRN_JPEG_EOF) fail(info);
}

static void watch_scans(j_common_ptr info) {
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > maximum_scans) {
    error_manager *errors = (error_manager *)info->err;
    snprintf(errors->message, 200, "more than %d scans", maximum_scans);
    longjmp(errors->escape, 1);
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
    const unsigned char *bytes, size_t size, uint32_t maximum_side, uint64_t maximum_pixels,
    cjpeg_image *image) {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  error_manager errors;
  unsigned char *volatile row = NULL;
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
  image->pixels = malloc((size_t)info.output_width * info.output_height * 3);
  if (row == NULL || image->pixels == NULL) {
    snprintf(image->message, sizeof image->message, "not enough memory");
    longjmp(errors.escape, 1);
  }
  while (info.output_scanline < info.output_height) {
    unsigned char *rows[1] = {row};
    uint32_t y = info.output_scanline;
    jpeg_read_scanlines(&info, rows, 1);
    to_rgb(row, image->pixels + (size_t)y * info.output_width * 3, info.output_width,
           info.output_components);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  free(row);
  return 0;
}

void cjpeg_free(cjpeg_image *image) {
  free(image->pixels);
  image->pixels = NULL;
}
