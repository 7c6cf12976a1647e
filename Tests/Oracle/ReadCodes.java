import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.MultiFormatReader;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.PrintStream;
import java.util.Map;
import javax.imageio.ImageIO;

/** Prints what each image's code says, by ZXing's own decoders, which are not those of zxing-cpp: one line an image. */
public class ReadCodes {
  public static void main(String[] files) throws Exception {
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    for (String file : files) {
      BufferedImage image = ImageIO.read(new File(file));
      int width = image.getWidth(), height = image.getHeight();
      int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
      BinaryBitmap bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(width, height, pixels)));
      try {
        var result = new MultiFormatReader().decode(bitmap, Map.of(DecodeHintType.TRY_HARDER, true));
        out.println(result.getBarcodeFormat() + "\t" + result.getText());
      } catch (NotFoundException error) {
        out.println("-");
      }
    }
  }
}
